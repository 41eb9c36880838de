import { minutesAfter } from '../../core/kernel/time.ts';
import type {
  EnquiryAnswer,
  FormGateway,
  GatewayFacts,
  NotOpened,
  OpenedPage,
  PageGateway,
} from '../../core/payments/gateway.ts';

/** The payments at a fake gateway. Tests set what payers do there, and what the gateway does wrong. */
interface FakeLedger {
  /** Records that the payer paid. Without `changes`, the payer paid the amount that was asked for. */
  readonly pay: (gatewayId: string, changes?: Partial<EnquiryAnswer>) => void;
  /** Sets what the gateway answers about a payment. */
  readonly say: (gatewayId: string, answer: Partial<EnquiryAnswer>) => void;
  readonly saysOf: (gatewayId: string) => EnquiryAnswer | undefined;
  /** False if the gateway answers neither requests for a payment page nor enquiries. */
  isUp: boolean;
  /** True if the gateway's answers are delayed. */
  isSlow: boolean;
  /** The number of requests to open a payment page, and of status enquiries. */
  readonly counts: () => { readonly opened: number; readonly asked: number };
  /** Delays answers until `release` is called. `reached` resolves once a request waits for its answer. */
  readonly hold: () => { readonly reached: Promise<void>; readonly release: () => void };
}

/** A gateway that makes a payment page or a QR code for each payment. Tests can make it misbehave. */
export interface FakePageGateway extends PageGateway, FakeLedger {}

/** A gateway to which the browser posts an unsigned form. Tests can make it misbehave. */
export interface FakeFormGateway extends FormGateway, FakeLedger {}

/** Minutes for which a payment page is valid: longer than a booking waits for its payment. */
const PAGE_MINUTES = 60;

const REDIRECT = {
  name: 'WALLET',
  title: 'Wallet',
  kind: 'redirect',
  refunds: 'automatic',
  paysOutTo: null,
  returns: [{ path: 'wallet/return', source: 'SUCCESS_CALLBACK', idParameter: 'pid' }],
} as const satisfies GatewayFacts;

const QR = {
  name: 'SCAN',
  title: 'Scan',
  kind: 'qr',
  refunds: 'by_hand',
  paysOutTo: null,
  returns: [],
} as const satisfies GatewayFacts;

const FORM = {
  name: 'BANK_FORM',
  title: 'Bank form',
  kind: 'form',
  refunds: 'by_hand',
  paysOutTo: null,
  returns: [
    { path: 'bank-form/success', source: 'SUCCESS_CALLBACK', idParameter: 'id' },
    { path: 'bank-form/failure', source: 'FAILURE_CALLBACK', idParameter: 'id' },
  ],
} as const satisfies GatewayFacts;

/** A payment id that the service chooses: 20 letters and digits. */
const ownId = (uuid: string): string => `own1${uuid.replaceAll('-', '').slice(0, 16)}`;

const NO_ANSWER: EnquiryAnswer = { status: undefined, reference: '', raw: '(no answer)' };

/**
 * Stores the payments at a fake gateway, and counts the requests about them. Answers wait while they are held or slow.
 */
function fakeLedger() {
  const entries = new Map<string, EnquiryAnswer>();
  let [opened, asked] = [0, 0];
  let held: Promise<void> = Promise.resolve();
  let arrive: () => void = () => undefined;

  const ledger: FakeLedger = {
    isUp: true,
    isSlow: false,
    say(gatewayId, answer) {
      const { raw: _raw, ...known } = entries.get(gatewayId) ?? { status: 'AMBIGUOUS', reference: '', raw: '' };
      const said = { ...known, ...answer };
      entries.set(gatewayId, { ...said, raw: JSON.stringify(said) });
    },
    pay: (gatewayId, changes = {}) =>
      ledger.say(gatewayId, { status: 'COMPLETE', reference: `REF-${gatewayId}`, ...changes }),
    saysOf: (gatewayId) => entries.get(gatewayId),
    counts: () => ({ opened, asked }),
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      const reached = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return { reached, release };
    },
  };
  const turn = async (): Promise<void> => {
    arrive();
    for (let wait = ledger.isSlow ? 20 : 0; wait > 0; wait -= 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    await held;
  };
  return {
    ledger,
    countOpening: () => {
      opened += 1;
      return turn();
    },
    countAsking: () => {
      asked += 1;
      return turn();
    },
  };
}

function fakePageGateway(facts: GatewayFacts & { readonly kind: 'redirect' | 'qr' }): FakePageGateway {
  const { ledger, countOpening, countAsking } = fakeLedger();
  return Object.assign(ledger, {
    ...facts,
    bounds: { min: null, max: null },
    ...(facts.kind === 'qr' && { idOf: ownId }),
    open: async ({ transactionUuid, gatewayId, amount, createdAt, payBefore }): Promise<OpenedPage | NotOpened> => {
      const id = gatewayId ?? `wallet-${transactionUuid}`;
      await countOpening();
      if (!ledger.isUp) return { raw: '(no answer)' };
      ledger.say(id, { status: 'INITIATED', amount, reference: '' });
      const goodUntil = facts.kind === 'qr' ? payBefore : minutesAfter(createdAt, PAGE_MINUTES);
      return { content: `https://${facts.name.toLowerCase()}.example/${id}`, gatewayId: id, goodUntil, raw: '{}' };
    },
    enquire: async ({ gatewayId = '' }): Promise<EnquiryAnswer> => {
      await countAsking();
      return (ledger.isUp ? ledger.saysOf(gatewayId) : undefined) ?? NO_ANSWER;
    },
  } satisfies PageGateway);
}

export const fakeRedirect = (): FakePageGateway => fakePageGateway(REDIRECT);
export const fakeQr = (): FakePageGateway => fakePageGateway(QR);

/**
 * A form gateway that knows a payment only after the payer acts. Until the payment deadline it may answer FAILED for a
 * payment that can still succeed.
 */
export function fakeForm(): FakeFormGateway {
  const { ledger, countAsking } = fakeLedger();
  return Object.assign(ledger, {
    ...FORM,
    bounds: { min: null, max: null },
    idOf: ownId,
    form: ({ gatewayId = '' }) => ({ kind: 'form', url: 'https://bank.example/form', fields: { id: gatewayId } }),
    enquire: async ({ gatewayId = '', payBefore }): Promise<EnquiryAnswer> => {
      await countAsking();
      if (!ledger.isUp) return NO_ANSWER;
      const said = ledger.saysOf(gatewayId) ?? { status: 'FAILED', reference: '', raw: '{"status":"FAILED"}' };
      return said.status === 'FAILED' ? { ...said, pendingUntil: payBefore } : said;
    },
  } satisfies FormGateway);
}

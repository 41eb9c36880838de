import { minutesAfter } from '../../core/kernel/time.ts';
import type { EnquiryAnswer, GatewayFacts, NotOpened, OpenedPage, PageGateway } from '../../core/payments/gateway.ts';

/** A gateway with a ledger of its own that opens a page or a code for each payment, and can be told to misbehave. */
export interface FakePageGateway extends PageGateway {
  /** The payer pays what was asked for, or another amount. */
  readonly pay: (gatewayId: string, changes?: Partial<EnquiryAnswer>) => void;
  /** The ledger says something else about a payment. */
  readonly say: (gatewayId: string, answer: Partial<EnquiryAnswer>) => void;
  /** Whether it answers: to requests to open, and to enquiries. */
  isUp: boolean;
  /** The number of opened pages and of enquiries. */
  readonly counts: () => { readonly opened: number; readonly asked: number; readonly asking: number };
  /** Delays answers until `release` is called. `reached` resolves once a request waits for it. */
  readonly hold: () => { readonly reached: Promise<void>; readonly release: () => void };
}

/** Pages of this gateway are good for an hour, which is longer than a booking waits. */
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

function fakePageGateway(facts: GatewayFacts & { readonly kind: 'redirect' | 'qr' }): FakePageGateway {
  const ledger = new Map<string, EnquiryAnswer>();
  let [opened, asked, asking] = [0, 0, 0];
  let held: Promise<void> = Promise.resolve();
  let arrive: () => void = () => undefined;

  const gateway: FakePageGateway = {
    ...facts,
    isUp: true,
    bounds: { min: null, max: null },
    ...(facts.kind === 'qr' && { idOf: (uuid: string) => `scan${uuid.replaceAll('-', '').slice(0, 16)}` }),
    say(gatewayId, answer) {
      const { raw: _raw, ...known } = ledger.get(gatewayId) ?? { status: 'AMBIGUOUS', reference: '', raw: '' };
      const said = { ...known, ...answer };
      ledger.set(gatewayId, { ...said, raw: JSON.stringify(said) });
    },
    pay: (gatewayId, changes = {}) =>
      gateway.say(gatewayId, { status: 'COMPLETE', reference: `REF-${gatewayId}`, ...changes }),
    counts: () => ({ opened, asked, asking }),
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
    async open({ transactionUuid, gatewayId, amount, createdAt, payBefore }): Promise<OpenedPage | NotOpened> {
      opened += 1;
      const id = gatewayId ?? `wallet-${transactionUuid}`;
      arrive();
      await held;
      if (!gateway.isUp) return { raw: '(no answer)' };
      ledger.set(id, { status: 'INITIATED', amount, reference: '', raw: '{"status":"INITIATED"}' });
      const goodUntil = facts.kind === 'qr' ? payBefore : minutesAfter(createdAt, PAGE_MINUTES);
      return { content: `https://${facts.name.toLowerCase()}.example/${id}`, gatewayId: id, goodUntil, raw: '{}' };
    },
    async enquire({ gatewayId = '' }) {
      asked += 1;
      asking += 1;
      arrive();
      await held;
      asking -= 1;
      const known = ledger.get(gatewayId);
      return known && gateway.isUp ? known : { status: undefined, reference: '', raw: '(no answer)' };
    },
  };
  return gateway;
}

export const fakeRedirect = (): FakePageGateway => fakePageGateway(REDIRECT);
export const fakeQr = (): FakePageGateway => fakePageGateway(QR);

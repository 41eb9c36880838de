import { ESEWA } from '../../../adapters/esewa/gateway.ts';
import { type Dependencies, buildDependencies } from '../../dependencies.ts';
import type { Storage } from '../../storage.ts';
import type { Settings } from '../../settings.ts';
import { type UseCases, buildUseCases } from '../../areas.ts';
import type { Mailer } from '../../../core/platform/mailer.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { FormGateway, GatewayCallback } from '../../../core/payments/gateway.ts';

/** The service with a clock that can be set to the past. The service's present rules apply. */
export interface PastService extends Pick<Dependencies, 'calendar'>, Storage {
  readonly useCases: UseCases;
  readonly now: () => Instant;
  readonly turnTo: (at: Instant) => void;
  /** The newest code that was mailed to an address. */
  readonly codeOf: (email: string) => string | undefined;
}

/** Makes the service without rate limits, because here a bus fills within a second. */
export function pastService(
  settings: Settings,
  storage: Storage,
  { begin, ...given }: { readonly begin: Instant } & Pick<Dependencies, 'passwords' | 'random'>,
): PastService {
  let now = begin;
  const codes = new Map<string, string>();
  const mailer: Mailer = {
    send: async (mail) => {
      if (mail.kind === 'code') codes.set(mail.to, mail.code);
    },
  };
  const dependencies = buildDependencies(
    { ...settings, rateLimit: false },
    {
      transact: storage.transact,
      views: storage.views,
      runInBackground: (work) => void work(),
      notifier: { publish: async () => undefined },
      mailer,
      smsSender: { send: async () => ({ result: 'sent' }) },
      mayLogUnmatched: async () => true,
      takeMail: async () => 0,
      alarm: () => undefined,
    },
    {
      ...given,
      clock: () => now,
      gateways: { known: [ESEWA], on: [payingGateway], preferred: ESEWA.name, of: () => payingGateway },
      readCallback,
    },
  );
  return {
    ...storage,
    calendar: dependencies.calendar,
    useCases: buildUseCases(dependencies),
    now: () => now,
    turnTo: (at) => {
      now = at;
    },
    codeOf: (email) => codes.get(email),
  };
}

/** A gateway where everybody pays. The URL of its form already contains the data that the browser would bring back. */
const payingGateway: FormGateway = {
  ...ESEWA,
  bounds: { min: null, max: null },
  idOf: (transactionUuid) => transactionUuid,
  form: ({ transactionUuid, amount }) => ({
    kind: 'form',
    url: JSON.stringify({ transaction_uuid: transactionUuid, amount }),
    fields: {},
  }),
  enquire: async () => ({ status: undefined, reference: '', raw: '(the past is not asked)' }),
};

function readCallback(data: string): GatewayCallback {
  const paid = JSON.parse(data) as { readonly transaction_uuid: string; readonly amount: Paisa };
  return {
    transactionUuid: paid.transaction_uuid,
    reference: `000${paid.transaction_uuid.slice(0, 4).toUpperCase()}`,
    amount: paid.amount,
    status: 'COMPLETE',
    authentic: true,
    raw: data,
  };
}

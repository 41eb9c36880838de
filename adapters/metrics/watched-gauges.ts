import { Gauge, type Registry } from 'prom-client';

/** How many tasks a component does now, and how many wait. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** Balances of ledger accounts in rupees, by name. */
interface Balances {
  readonly accounts: Readonly<Record<string, number>>;
  readonly gateways: Readonly<Record<string, number>>;
}

/** The number of unpaid refunds at one gateway. */
interface UnpaidRefunds {
  readonly gateway: string;
  readonly due: number;
  readonly unclear: number;
}

/** Values that are read each time Prometheus asks for the metrics. */
export interface Watched {
  /** The number of unpublished events, and the age of the oldest in seconds. */
  readonly outbox: () => Promise<{ readonly count: number; readonly oldestSeconds: number }>;
  /** The number of unpaid refunds, and how many of them are overdue. */
  readonly refunds: () => Promise<{ readonly due: number; readonly overdue: number }>;
  /** Unpaid refunds for each gateway that took the payments, and how many of these refunds only a person can settle. */
  readonly unpaidRefunds: () => Promise<readonly UnpaidRefunds[]>;
  /** The balance of every account of the ledger, in rupees. */
  readonly balances: () => Promise<Balances>;
  readonly brokerIsThere: () => boolean;
  /** Seconds since the last commit of this process. */
  readonly commitAge: () => number;
  /** Seconds by which the clock of this process is ahead of the database's. */
  readonly clockOffset: () => number;
  /** Free bytes in the folder of files. */
  readonly freeBytes: () => Promise<number>;
  readonly passwords?: (() => Load) | undefined;
  /** The load of the database connections; undefined without a pool. */
  readonly database?: (() => Load) | undefined;
}

/** Sets some gauges to their current values. Runs each time before the metrics are printed. */
export type Measure = () => Promise<void>;

const UNKNOWN = {
  outbox: { count: Number.NaN, oldestSeconds: Number.NaN },
  refunds: { due: Number.NaN, overdue: Number.NaN },
  balances: { accounts: {}, gateways: {} },
};

export function watchAll(
  registers: Registry[],
  {
    outbox,
    refunds,
    unpaidRefunds,
    balances,
    brokerIsThere,
    commitAge,
    clockOffset,
    freeBytes,
    passwords,
    database,
  }: Watched,
): readonly Measure[] {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const waiting = gauge('outbox_waiting', 'Events that are recorded and not yet published.');
  const oldest = gauge('outbox_oldest_seconds', 'How long the oldest unpublished event has been waiting.');
  const due = gauge('refunds_due', 'Refunds that are not paid yet.');
  const overdue = gauge('refunds_overdue', 'Refunds that are not paid yet although they are due.');
  const balance = new Gauge({
    name: 'ledger_balance_rupees',
    help: 'What an account of the ledger stands at: debit less credit.',
    labelNames: ['account'],
    registers,
  });
  const held = new Gauge({
    name: 'gateway_balance_rupees',
    help: 'What a gateway holds by the ledger: its part of account GATEWAY.',
    labelNames: ['gateway'],
    registers,
  });
  const byGateway = (name: string, help: string): Gauge =>
    new Gauge({ name, help, labelNames: ['gateway'], registers });
  const unpaid = byGateway('gateway_refunds_due', "Refunds of a gateway's payments that are not paid yet.");
  const unclear = byGateway(
    'gateway_refunds_unclear',
    'Refunds of which only a person can find out whether the gateway paid.',
  );
  const broker = gauge('broker_up', '1 while the MQTT broker is connected.');
  const sinceCommit = gauge('busticket_database_commit_age_seconds', 'Seconds since the last commit of this process.');
  const offset = gauge(
    'busticket_clock_offset_seconds',
    'Seconds by which the clock of this process is ahead of that of the database.',
  );
  const free = gauge('busticket_data_dir_free_bytes', 'Free bytes on the disk of DATA_DIR.');

  return [
    // While the database is down, the other metrics are still printed.
    async () => {
      const { count, oldestSeconds } = await outbox().catch(() => UNKNOWN.outbox);
      waiting.set(count);
      oldest.set(oldestSeconds);
    },
    async () => {
      const outstanding = await refunds().catch(() => UNKNOWN.refunds);
      due.set(outstanding.due);
      overdue.set(outstanding.overdue);
    },
    async () => {
      const refundsAt = await unpaidRefunds().catch(() => []);
      unpaid.reset();
      unclear.reset();
      for (const { gateway, due: count, unclear: doubtful } of refundsAt) {
        unpaid.set({ gateway }, count);
        unclear.set({ gateway }, doubtful);
      }
    },
    async () => {
      const { accounts, gateways } = await balances().catch(() => UNKNOWN.balances);
      balance.reset();
      held.reset();
      for (const [account, amount] of Object.entries(accounts)) balance.set({ account }, amount);
      for (const [gateway, amount] of Object.entries(gateways)) held.set({ gateway }, amount);
    },
    async () => {
      broker.set(Number(brokerIsThere()));
      sinceCommit.set(commitAge());
      offset.set(clockOffset());
      free.set(await freeBytes());
    },
    ...(passwords
      ? [gaugeLoad(registers, 'password_hashes', 'Password hashes being computed, and waiting to be.', passwords)]
      : []),
    ...(database
      ? [
          gaugeLoad(
            registers,
            'database_connections',
            'Database connections in use, and requests waiting for one.',
            database,
          ),
        ]
      : []),
  ];
}

function gaugeLoad(registers: Registry[], name: string, help: string, load: () => Load): Measure {
  const gauge = new Gauge({ name, help, labelNames: ['state'], registers });
  return async () => {
    const { running, waiting } = load();
    gauge.set({ state: 'running' }, running);
    gauge.set({ state: 'waiting' }, waiting);
  };
}

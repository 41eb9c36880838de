import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How busy something is that does a few things at once and lets the rest wait. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
}

/** What is looked at whenever somebody asks for the metrics. */
export interface Watched {
  /** Events that are not yet told, and for how many seconds the oldest has been waiting. */
  readonly outbox: () => Promise<{ readonly count: number; readonly oldestSeconds: number }>;
  readonly brokerIsThere: () => boolean;
  readonly passwords?: (() => Load) | undefined;
  /** Connections to the database; undefined where there is no pool. */
  readonly database?: (() => Load) | undefined;
}

export interface Request {
  readonly method: string;
  /** The pattern, never the address: `/api/trips/:id`. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
}

export interface Metrics {
  readonly countRequest: (request: Request) => void;
  /** Something came to be: a booking was confirmed, a payment failed. */
  readonly countOutcome: (thing: 'booking' | 'payment', outcome: string) => void;
  /** A job ran. */
  readonly countJob: (run: { readonly job: string; readonly outcome: string; readonly seconds: number }) => void;
  readonly watch: (watched: Watched) => void;
  /** Prometheus text, and its media type. */
  readonly print: () => Promise<string>;
  readonly mediaType: string;
}

/** Memory, CPU, garbage collection and the delay of the event loop belong to the process: however many services run in it, they are observed once. */
let ofProcess: Registry | undefined;

function processMetrics(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

/** Counts for Prometheus. No label holds anything that a caller can make up, so that nobody can make the counts grow without end. */
export function openMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  const requests = new Histogram({
    name: 'http_request_duration_seconds', help: 'Requests answered, by route and status (499: the caller hung up), and how long that took.',
    labelNames: ['method', 'route', 'status'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], registers,
  });
  const outcomes = {
    booking: new Counter({ name: 'bookings_total', help: 'What became of bookings in this process.', labelNames: ['outcome'], registers }),
    payment: new Counter({ name: 'payments_total', help: 'What became of payments in this process.', labelNames: ['outcome'], registers }),
  };
  const jobs = new Histogram({
    name: 'job_duration_seconds', help: 'Runs of background jobs, and how long they took.', labelNames: ['job', 'outcome'], buckets: [0.01, 0.1, 1, 10, 60], registers,
  });

  return {
    countRequest: ({ method, route = 'none', status, ms }) => {
      requests.observe({ method: METHODS.has(method) ? method : 'other', route, status }, ms / 1_000);
    },
    countOutcome: (thing, outcome) => { outcomes[thing].inc({ outcome }); },
    countJob: ({ job, outcome, seconds }) => { jobs.observe({ job, outcome }, seconds); },
    watch: (watched) => { watchAll(registers, watched); },
    print: async () => `${await processMetrics().metrics()}\n${await register.metrics()}`,
    mediaType: register.contentType,
  };
}

function watchAll(registers: Registry[], { outbox, brokerIsThere, passwords, database }: Watched): void {
  const oldest = new Gauge({ name: 'outbox_oldest_seconds', help: 'How long the oldest event that is not yet told has been waiting.', registers });
  new Gauge({
    name: 'outbox_waiting', help: 'Events that are recorded and not yet told to the broker.', registers,
    async collect() {
      // A database that is down must not take the other metrics with it.
      const { count, oldestSeconds } = await outbox().catch(() => ({ count: Number.NaN, oldestSeconds: Number.NaN }));
      this.set(count);
      oldest.set(oldestSeconds);
    },
  });
  new Gauge({ name: 'broker_up', help: '1 while the MQTT broker is connected.', registers, collect() { this.set(Number(brokerIsThere())); } });
  if (passwords) gaugeLoad(registers, 'password_hashes', 'Password hashes being computed or waiting for their turn.', passwords);
  if (database) gaugeLoad(registers, 'database_connections', 'Database connections in use, and requests waiting for one.', database);
}

function gaugeLoad(registers: Registry[], name: string, help: string, load: () => Load): void {
  new Gauge({
    name, help, labelNames: ['state'], registers,
    collect() {
      const { running, waiting } = load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

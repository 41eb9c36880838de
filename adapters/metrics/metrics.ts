import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { type Measure, type Watched, watchAll } from './watched-gauges.ts';

export interface Request {
  readonly method: string;
  /** The route's pattern, never the URL: `/api/trips/:id`. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
}

export interface Metrics {
  readonly countRequest: (request: Request) => void;
  /** Counts a booking that reached a state, such as confirmed or expired. */
  readonly countBooking: (outcome: string) => void;
  /** Counts a payment that reached a state, such as complete or failed. `gateway` must be a known gateway. */
  readonly countPayment: (outcome: string, gateway: string) => void;
  /** Counts a return that matches no payment and was not logged, because its IP address sent many. */
  readonly countUnloggedReturn: () => void;
  /** Counts an SMS: how many parts were sent, or that the provider refused it. */
  readonly countSms: (kind: string, outcome: { readonly parts: number } | 'refused') => void;
  /** Counts a mail that is given up. */
  readonly countFailedMail: (kind: string) => void;
  /** Counts by how many minutes an estimate of 30 or 90 minutes before was wrong. */
  readonly countEstimate: (ahead: 30 | 90, minutes: number) => void;
  /** Counts an attempt to send an event to a webhook. */
  readonly countWebhookAttempt: (result: 'delivered' | 'failed') => void;
  /** Starts the counts of these jobs at 0, so that Prometheus sees the first failure as a change. */
  readonly expectJobs: (names: readonly string[]) => void;
  /** Counts a run of a job. */
  readonly countJob: (run: { readonly job: string; readonly outcome: string; readonly seconds: number }) => void;
  readonly watch: (watched: Watched) => void;
  /** The metrics as Prometheus text, and its media type. */
  readonly print: () => Promise<string>;
  readonly mediaType: string;
}

/** Memory, CPU, garbage collection and event loop delay. Measured once per process, however many services run in it. */
let ofProcess: Registry | undefined;

function processMetrics(): Registry {
  if (!ofProcess) collectDefaultMetrics({ register: (ofProcess = new Registry()) });
  return ofProcess;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

/**
 * Metrics for Prometheus. No label contains a value that callers choose, because the number of labels would grow
 * without end.
 */
export function openMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  let measures: readonly Measure[] = [];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route and status (499: the caller hung up), and how long they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const bookings = new Counter({
    name: 'bookings_total',
    help: 'States that bookings reached in this process.',
    labelNames: ['outcome'],
    registers,
  });
  const payments = new Counter({
    name: 'payments_total',
    help: 'States that payments reached in this process.',
    labelNames: ['outcome'],
    registers,
  });
  const paymentsAt = new Counter({
    name: 'gateway_payments_total',
    help: 'States that payments of each gateway reached in this process.',
    labelNames: ['gateway', 'outcome'],
    registers,
  });
  const unloggedReturns = new Counter({
    name: 'busticket_unmatched_returns_dropped_total',
    help: 'Returns that match no payment, and were not logged because their address sent many that day.',
    registers,
  });
  const smsParts = new Counter({
    name: 'busticket_sms_parts_total',
    help: 'Parts of the texts that this process sent, by kind. Each part costs as much as a text.',
    labelNames: ['kind'],
    registers,
  });
  const smsRefused = new Counter({
    name: 'busticket_sms_refused_total',
    help: 'How often the provider refused a text, this one alone or every one.',
    registers,
  });
  const failedMails = new Counter({
    name: 'busticket_mails_failed_total',
    help: 'Mails that this process gave up, by kind: refused for good, or not accepted within a day.',
    labelNames: ['kind'],
    registers,
  });
  const webhookAttempts = new Counter({
    name: 'busticket_webhook_attempts_total',
    help: 'Attempts of this process to send an event to a webhook, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['delivered', 'failed']) webhookAttempts.inc({ result }, 0);
  const estimates = new Histogram({
    name: 'busticket_eta_error_minutes',
    help: 'Minutes by which estimates were wrong, by the minutes for which they were made ahead: 30 or 90.',
    labelNames: ['ahead'],
    buckets: [1, 2, 4, 8, 15, 30, 60],
    registers,
  });
  for (const ahead of [30, 90]) estimates.zero({ ahead });
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of background jobs, and how long they took.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });

  return {
    countRequest: ({ method, route = 'none', status, ms }) => {
      requests.observe({ method: METHODS.has(method) ? method : 'other', route, status }, ms / 1_000);
    },
    countBooking: (outcome) => {
      bookings.inc({ outcome });
    },
    countPayment: (outcome, gateway) => {
      payments.inc({ outcome });
      paymentsAt.inc({ gateway, outcome });
    },
    countUnloggedReturn: () => {
      unloggedReturns.inc();
    },
    countSms: (kind, outcome) => {
      if (outcome === 'refused') smsRefused.inc();
      else smsParts.inc({ kind }, outcome.parts);
    },
    countFailedMail: (kind) => {
      failedMails.inc({ kind });
    },
    countEstimate: (ahead, minutes) => {
      estimates.observe({ ahead }, minutes);
    },
    countWebhookAttempt: (result) => {
      webhookAttempts.inc({ result });
    },
    expectJobs: (names) => {
      for (const job of names) for (const outcome of ['done', 'failed']) jobs.zero({ job, outcome });
    },
    countJob: ({ job, outcome, seconds }) => {
      jobs.observe({ job, outcome }, seconds);
    },
    watch: (watched) => {
      measures = watchAll(registers, watched);
    },
    print: async () => {
      await Promise.all(measures.map((measure) => measure()));
      return `${await processMetrics().metrics()}\n${await register.metrics()}`;
    },
    mediaType: register.contentType,
  };
}

import type { AddressInfo } from 'node:net';
import type { Context } from 'koa';
import { buildServer } from '../adapters/http/connections.ts';
import { docs } from '../adapters/http/docs.ts';
import { media } from '../adapters/http/media.ts';
import { pages } from '../adapters/http/pages.ts';
import { noLimits, rateLimits } from '../adapters/http/rate-limits.ts';
import type { Authenticate } from '../adapters/http/run-route.ts';
import { buildApp } from '../adapters/http/server.ts';
import { openMailer } from '../adapters/mail/open-mailer.ts';
import { openMetrics } from '../adapters/metrics/metrics.ts';
import type { Mailer } from '../core/kernel/mailer.ts';
import type { AdmitSubscriber } from '../core/accounts/admit-subscriber.ts';
import packageFile from '../package.json' with { type: 'json' };
import { afterAnswers } from './after-answers.ts';
import { openBroker } from './broker.ts';
import type { OpenBroker } from './broker.ts';
import { countOutcomes } from './count-outcomes.ts';
import { drainOf } from './drain.ts';
import { sandboxPages } from './gateway.ts';
import { startJobs } from './jobs.ts';
import { listen } from './listen.ts';
import { createLog } from './log.ts';
import type { Log } from './log.ts';
import { probesOf } from './probes.ts';
import { startRelay } from './relay.ts';
import type { Relay } from './relay.ts';
import { buildRoutes } from './routes.ts';
import { scheduleOf } from './schedule.ts';
import { buildService } from './service.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';
import { wakeAfterEvents } from './wake-after-events.ts';
import { buildWorld, openKeep } from './world.ts';
import type { Keep, World } from './world.ts';

/** What a caller puts in the place of what the settings would give. */
export interface Overrides extends Partial<World> {
  readonly keep?: Keep;
  readonly log?: Log;
  readonly authenticate?: Authenticate;
  /** Whether jobs and the relay run by themselves. Default: yes. */
  readonly background?: boolean;
}

/** A service that listens. */
export interface Running {
  readonly url: string;
  readonly world: World;
  readonly service: Service;
  /** Stops listening, ends what is in flight within so many milliseconds, and lets go of everything. */
  readonly close: (withinMs?: number) => Promise<void>;
}

const DRAIN_MS = 7_000;

/** Starts the whole service. Rejects, with nothing left open, when a part of it can't. */
export async function startService(settings: Settings, overrides: Overrides = {}): Promise<Running> {
  const { keep: givenKeep, log = createLog(settings.logLevel), authenticate, background = true, ...replaced } = overrides;
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close().catch((error: unknown) => log.error({ err: error }, 'something could not be closed'));
  };

  try {
    const keep = givenKeep ?? (await openKeep(settings));
    closers.push(keep.close);
    let relay: Pick<Relay, 'wake' | 'doubt'> = { wake: () => undefined, doubt: () => undefined };
    let admit: AdmitSubscriber = () => Promise.reject(new Error('The service has not started yet.'));
    const broker: OpenBroker = await openBroker(settings, { log, onReached: () => relay.wake(), onLost: () => relay.doubt(), admit: (token) => admit(token) });
    closers.push(broker.close);

    const opened = openMailer({
      ...settings.mail, dataDir: settings.dataDir,
      written: (subject, file) => log.info({ subject, file }, 'a mail was written to the outbox'),
    });
    closers.push(async () => opened.close());
    const mailer = tellingFailures(opened, log);
    const { later, done } = afterAnswers(log);
    closers.push(done);

    const metrics = openMetrics();
    const transact = wakeAfterEvents(countOutcomes(keep.transact, metrics.countOutcome), () => relay.wake());
    const world = buildWorld(settings, { transact, screens: keep.screens, notifier: broker, mailer, later }, replaced);
    const service = buildService(world);
    admit = service.admitSubscriber;
    const routes = buildRoutes(service, world);
    const probes = probesOf({ metrics, keep, broker, world });
    const report = (error: unknown, ctx?: Context): void => log.error({ err: error, requestId: ctx?.state['requestId'] as unknown }, 'a request failed');
    const app = buildApp({
      routes,
      extras: [...probes, ...docs({ version: packageFile.version, baseUrl: world.baseUrl, routes, extras: probes }), ...sandboxPages(world), media(world), ...pages(world)],
      authenticate: authenticate ?? service.authenticate,
      answerOnce: service.answerOnce,
      limits: world.rateLimit ? rateLimits({ openBudget: keep.openBudget, report }) : noLimits,
      report,
      onAnswer: (request) => {
        log.info(request, 'request');
        metrics.countRequest(request);
      },
      trustProxy: world.trustProxy,
      https: world.baseUrl.startsWith('https:'),
      corsOrigins: world.corsOrigins,
    });
    const server = buildServer(app);
    const drain = drainOf(server);
    await broker.attach(server);
    await listen(server, world);

    if (background) {
      const started = startRelay({ ...service, brokerIsThere: () => broker.state() === 'ok', doubtful: world.mqtt.url !== 'embedded', log });
      relay = started;
      closers.push(started.stop);
      closers.push(startJobs(scheduleOf(service, { ...world, log }), { log, onRun: metrics.countJob }).stop);
    }

    return {
      url: `http://${world.host}:${(server.address() as AddressInfo).port}`,
      world,
      service,
      close: async (withinMs = DRAIN_MS) => {
        await drain.stop(withinMs);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Whoever sends a mail has an answer of their own to its failure; those who run the service learn of it here. */
const tellingFailures = (mailer: Mailer, log: Log): Mailer => ({
  send: (mail) => mailer.send(mail).catch((error: unknown) => {
    log.warn({ err: error, mail: mail.kind }, 'a mail could not be sent');
    throw error;
  }),
});

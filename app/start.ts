import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'koa';
import { buildServer } from '../adapters/http/server/node-server.ts';
import { media } from '../adapters/http/server/media.ts';
import { wellKnownFiles } from '../adapters/http/server/well-known.ts';
import { readWeb } from '../adapters/http/server/web-files.ts';
import { lostPage, webRoutes } from '../adapters/http/server/web.ts';
import { noLimits, rateLimits } from '../adapters/http/route/rate-limits.ts';
import { buildApp } from '../adapters/http/server/koa-app.ts';
import { openMailer } from '../adapters/mail/open-mailer.ts';
import { openSmsSender } from '../adapters/sms/open-sms-sender.ts';
import { openMetrics } from '../adapters/metrics/metrics.ts';
import { actAs } from '../adapters/knex/acting-caller.ts';
import type { Mailer } from '../core/platform/mailer.ts';
import type { SmsSender } from '../core/platform/sms.ts';
import type { CommittedChange, StoreNeeds } from '../core/stores.ts';
import type { TripId } from '../core/kernel/ids.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { AdmitDevice } from '../core/boarding/authenticate-device.ts';
import { backgroundTasks } from './background-tasks.ts';
import { type OpenBroker, openBroker } from './broker.ts';
import { drainOf } from './drain.ts';
import { gatewayFormUrls, sandboxKeyOf, sandboxPages, withoutSettings } from './gateways.ts';
import { type UseCases, buildPlainRoutes, buildRoutes, buildUseCases, jobsOf } from './areas.ts';
import { createLog, withoutSecrets } from './log.ts';
import { lookUpOutsideNames } from './outside-names.ts';
import { rememberPublished } from './published-events.ts';
import { warnOfLoss } from './warn-of-loss.ts';
import { loggingFailures } from './logging-failures.ts';
import { probesOf } from './probes.ts';
import { roomIn } from '../adapters/files/room.ts';
import { startHeartbeat } from './heartbeat.ts';
import { keepPlatformTerms } from '../core/companies/keep-platform-terms.ts';
import { adminsWithoutTotp } from '../core/accounts/totp.ts';
import { productionWarnings } from './production-faults.ts';
import { type RunningDelivery, startDelivering } from './event-delivery.ts';
import { startPositionNews } from './position-news.ts';
import { type Relay, startRelay } from './relay.ts';
import { startJobs } from './scheduler.ts';
import type { Overrides } from './overrides.ts';
import { storeTermsOf } from './store-terms.ts';
import type { Settings } from './settings.ts';
import { portTaken } from './start-failure.ts';
import { WEB_FOLDER } from './web-folder.ts';
import { openStorage, storeNeeds } from './storage.ts';
import { failureReport } from './failure-report.ts';
import { documentPages } from './document-pages.ts';
import { type Dependencies, buildDependencies } from './dependencies.ts';
import { beat } from '../core/platform/beat.ts';
import { systemClock } from './system-clock.ts';

/** A service that is running. */
export interface Running {
  readonly url: string;
  readonly dependencies: Dependencies;
  readonly useCases: UseCases;
  /** Stops listening, answers the requests that have arrived within `withinMs`, and closes everything. */
  readonly close: (withinMs?: number) => Promise<void>;
}

const DRAIN_MS = 7_000;
/** Milliseconds that mails in flight get beyond the time that the requests may take. */
const MAIL_MS = 1_000;

/** Starts the whole service. If any step fails, closes everything again and rejects. */
export async function startService(settings: Settings, overrides: Overrides = {}): Promise<Running> {
  const {
    log = createLog(settings.logLevel),
    aroundMailer = (mailer: Mailer) => mailer,
    aroundSmsSender = (sender: SmsSender) => sender,
    openStorage: open = (needs: StoreNeeds) => openStorage(settings, needs, log),
    authenticate,
    resolveName,
    relays = true,
    delivers = true,
    runsJobs = true,
    ...replaced
  } = overrides;
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse())
      await close().catch((error: unknown) => log.error({ err: error }, 'something could not be closed'));
  };

  const restoreLookup = lookUpOutsideNames(settings, resolveName);
  closers.push(async () => restoreLookup());
  try {
    const metrics = openMetrics();
    let relay: Pick<Relay, 'wake' | 'doubt'> = { wake: () => undefined, doubt: () => undefined };
    let delivery: Pick<RunningDelivery, 'wake'> = { wake: () => undefined };
    let tellPosition: (trip: TripId) => void = () => undefined;
    let recheckSubscribers = (): void => undefined;
    const onCommit = (changes: readonly CommittedChange[]): void => {
      for (const change of changes) {
        if (change.thing === 'booking') metrics.countBooking(change.state);
        if (change.thing === 'position') tellPosition(change.tripId);
        if (change.thing === 'payment') metrics.countPayment(change.state, change.gateway);
      }
      // Wakes the relay, so that subscribers get the event at once.
      if (changes.some(({ thing }) => thing === 'event')) relay.wake();
      if (changes.some(({ thing }) => thing === 'heard event' || thing === 'delivery')) delivery.wake();
      if (changes.some(({ thing }) => thing === 'sign-out')) recheckSubscribers();
    };
    const storage = await open(
      storeNeeds({
        onCommit,
        ...storeTermsOf(settings),
        report: (error) => log.error({ err: error }, 'a step after a commit failed'),
        ...(replaced.random && { random: replaced.random }),
        ...(replaced.clock && { clock: replaced.clock }),
      }),
    );
    closers.push(storage.close);
    let admit: AdmitDevice = () => Promise.reject(new Error('The service has not started yet.'));
    const broker: OpenBroker = await openBroker(settings, {
      log,
      onReached: () => relay.wake(),
      onLost: () => relay.doubt(),
      admit: (token) => admit(token),
    });
    closers.push(broker.close);
    recheckSubscribers = broker.recheck;

    const published = rememberPublished(settings.dataDir, replaced.clock ?? systemClock);
    closers.push(published.close);
    const opened = openMailer({
      ...settings.mail,
      dataDir: settings.dataDir,
      written: (subject, file) => log.info({ subject, file }, 'a mail was written to the outbox'),
    });
    closers.push(opened.close);
    const mailer = loggingFailures(aroundMailer(opened), log);
    const smsSender = aroundSmsSender(
      openSmsSender({
        provider: settings.sms.provider,
        dataDir: settings.dataDir,
        written: ({ kind }, file) => log.info({ kind, file }, 'a text was written to the outbox'),
      }),
    );
    const { runInBackground, done } = backgroundTasks(log);
    closers.push(done);

    const reportFailure = failureReport({ log });
    const report = (error: unknown, ctx?: Context): void =>
      reportFailure(error, ctx?.state['requestId'] as string | undefined);
    const limits = settings.rateLimit ? rateLimits({ ...settings, openBudget: storage.openBudget, report }) : noLimits;
    const dependencies = buildDependencies(
      settings,
      {
        transact: storage.transact,
        views: storage.views,
        sandboxKey: await sandboxKeyOf(settings, storage.transact),
        ...(resolveName && { resolveName }),
        notifier: published.around(broker),
        mailer,
        smsSender,
        runInBackground,
        mayLogUnmatched: async (address) => {
          const may = await limits.mayLogUnmatched(address, localDate(settings, replaced.clock));
          if (!may) metrics.countUnloggedReturn();
          return may;
        },
        takeMail: limits.takeMail,
        alarm: ({ id: paymentId, bookingId, gateway }, words) =>
          log.error({ alarm: true, paymentId, bookingId, gateway }, `ALARM: ${words}`),
      },
      replaced,
    );
    await keepPlatformTerms(dependencies);
    if (relays) await warnOfLoss(settings.dataDir, dependencies, log);
    for (const warning of productionWarnings(settings)) log.warn(warning);
    const withoutApp = settings.adminTotp === 'required' ? await dependencies.transact(adminsWithoutTotp) : 0;
    if (withoutApp > 0)
      log.warn(
        { administrators: withoutApp },
        'administrators without an authenticator app set one up at their next sign-in, as ADMIN_TOTP=required demands',
      );
    if (settings.sandbox && !settings.local)
      log.warn({ baseUrl: settings.baseUrl }, 'SANDBOX=on: anybody who reaches this service gets tickets for free');
    const twins = await storage.views.auditReader.twins();
    if (twins.length > 0)
      log.warn(
        { twins: twins.length },
        'names differ in spelling alone: `npm run check` says which, and one of each is to be renamed',
      );
    for (const waiting of withoutSettings(dependencies.gateways, await storage.views.countOpenAtGateways()))
      log.warn(waiting, 'open payments and refunds wait, because their payment method has no settings');
    const useCases = buildUseCases(dependencies);
    admit = useCases.admitDevice;
    const routes = buildRoutes(useCases, dependencies);
    const web = readWeb(WEB_FOLDER);
    const webNeeds = {
      ...dependencies,
      supportContact: dependencies.mail.support,
      gatewayFormUrls: gatewayFormUrls(dependencies),
    };
    if (!web) log.warn('the pages are not built, so none are served: `npm run build` builds them');
    const room = roomIn(settings.dataDir, dependencies.processId);
    const heartbeat = startHeartbeat({
      ...storage,
      beat: beat({ ...dependencies, transact: storage.transactAside }),
      room,
      log,
      beats: runsJobs,
    });
    closers.push(heartbeat.stop);
    const probes = probesOf({ metrics, storage, broker, heartbeat, room, dependencies });
    const app = buildApp({
      routes,
      plainRoutes: [
        ...documentPages(dependencies, settings, { routes, described: [...probes, ...buildPlainRoutes(useCases)] }),
        ...sandboxPages({ ...dependencies, limits }),
        media(dependencies),
        ...wellKnownFiles(dependencies),
        ...(web ? webRoutes(web, webNeeds) : []),
      ],
      lostPage: web && lostPage(web, webNeeds),
      actAs,
      authenticate: authenticate ?? useCases.authenticate,
      authenticateDevice: useCases.authenticateDevice,
      authenticateKey: useCases.authenticateKey,
      judgeKey: useCases.judgeKey,
      answerOnce: useCases.answerOnce,
      limits,
      report,
      clock: dependencies.clock,
      onResponse: (request) => {
        log.info(request.path === undefined ? request : { ...request, path: withoutSecrets(request.path) }, 'request');
        metrics.countRequest(request);
      },
      trustProxy: dependencies.trustProxy,
      https: dependencies.baseUrl.startsWith('https:'),
      corsOrigins: dependencies.corsOrigins,
    });
    const server = buildServer(app);
    const drain = drainOf(server);
    await broker.attach(server);
    await listen(server, dependencies);

    if (relays) {
      const started = startRelay({
        ...useCases,
        brokerIsThere: () => broker.state() === 'ok',
        doubtful: dependencies.mqtt.url !== 'embedded',
        log,
      });
      relay = started;
      closers.push(started.stop);
      const positions = startPositionNews({ ...dependencies, ...useCases, notifier: broker, log });
      tellPosition = positions.tell;
      closers.push(positions.stop);
    }
    if (delivers) {
      const countAttempt = metrics.countWebhookAttempt;
      const started = await startDelivering({ ...dependencies, ...useCases, countAttempt, log });
      delivery = started;
      closers.push(started.stop);
    }
    let stopJobs = (): Promise<void> => Promise.resolve();
    if (runsJobs) {
      const jobs = jobsOf(useCases, { ...dependencies, log, ...metrics });
      metrics.expectJobs(jobs.map(({ name }) => name));
      stopJobs = startJobs(jobs, { log, onRun: metrics.countJob }).stop;
    }

    return {
      url: `http://${dependencies.host}:${(server.address() as AddressInfo).port}`,
      dependencies,
      useCases,
      close: async (withinMs = DRAIN_MS) => {
        // Jobs end while requests are finished. Mails that the server does not take in time stay in the queue.
        // A server that has a mail but has not yet said so gets what is left of the time: it would get the mail twice.
        const ends = performance.now() + withinMs + MAIL_MS;
        const jobsEnded = stopJobs();
        await drain.stop(withinMs);
        await opened.close(Math.max(MAIL_MS, ends - performance.now()));
        await jobsEnded;
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Listens on the port. Rejects with a StartFailure if the port or the address is not available. */
const listen = (server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(portTaken(error, 'PORT', host, port));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });

/** Today's date in the service's time zone. */
const localDate = ({ timeZone }: Settings, clock = systemClock): string => calendarOf(timeZone).date(clock());

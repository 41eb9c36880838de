import type { PlainRoute, Route } from '../adapters/http/route/route.ts';
import { realtimeFeeds } from '../adapters/http/road/realtime-feeds.ts';
import { timetableFeed } from '../adapters/http/road/timetable-feed.ts';
import { accountsJobs, accountsRoutes, accountsUseCases } from './areas/accounts.ts';
import { agentsJobs, agentsRoutes, agentsUseCases } from './areas/agents.ts';
import { boardingJobs, boardingRoutes, boardingUseCases } from './areas/boarding.ts';
import { bookingsJobs, bookingsRoutes, bookingsUseCases } from './areas/bookings.ts';
import { changesJobs, changesRoutes, changesUseCases } from './areas/changes.ts';
import { companiesRoutes, companiesUseCases } from './areas/companies.ts';
import { counterRoutes, counterUseCases } from './areas/counter.ts';
import { fleetJobs, fleetRoutes, fleetUseCases } from './areas/fleet.ts';
import { ledgerJobs, ledgerRoutes, ledgerUseCases } from './areas/ledger.ts';
import { lineJobs, lineRoutes, lineUseCases } from './areas/line.ts';
import { listeningJobs, listeningRoutes, listeningUseCases } from './areas/listening.ts';
import { paymentsJobs, paymentsRoutes, paymentsUseCases } from './areas/payments.ts';
import { planningJobs, planningRoutes, planningUseCases } from './areas/planning.ts';
import { platformJobs, platformRoutes, platformUseCases } from './areas/platform.ts';
import { refundsJobs, refundsRoutes, refundsUseCases } from './areas/refunds.ts';
import { reportsRoutes, reportsUseCases } from './areas/reports.ts';
import { type EstimateReporting, roadJobs, roadRoutes, roadUseCases } from './areas/road.ts';
import { seatsJobs, seatsRoutes, seatsUseCases } from './areas/seats.ts';
import { ticketsJobs, ticketsRoutes, ticketsUseCases } from './areas/tickets.ts';
import { tripsRoutes, tripsUseCases } from './areas/trips.ts';
import type { Dependencies } from './dependencies.ts';
import type { Job } from './scheduler.ts';
import type { MailReporting } from './send-due-mails.ts';
import type { SmsReporting } from './send-due-sms.ts';
import type { Settings } from './settings.ts';

/**
 * Builds every use case, area by area, and passes its dependencies to it. Uses plain calls: no container, no
 * decorators, no registration.
 */
export const buildUseCases = (dependencies: Dependencies) => {
  const payments = paymentsUseCases(dependencies);
  return {
    ...platformUseCases(dependencies),
    ...accountsUseCases(dependencies),
    ...companiesUseCases(dependencies),
    ...fleetUseCases(dependencies),
    ...tripsUseCases(dependencies),
    ...seatsUseCases(dependencies),
    ...lineUseCases(dependencies),
    ...ledgerUseCases(dependencies),
    ...bookingsUseCases(dependencies),
    ...planningUseCases(dependencies),
    ...payments,
    ...boardingUseCases(dependencies),
    ...roadUseCases(dependencies),
    ...counterUseCases(dependencies, payments),
    ...agentsUseCases(dependencies),
    ...changesUseCases(dependencies),
    ...refundsUseCases(dependencies),
    ...ticketsUseCases(dependencies),
    ...reportsUseCases(dependencies),
    ...listeningUseCases(dependencies),
  };
};

export type UseCases = ReturnType<typeof buildUseCases>;

/** Every route of the API, in the order of the documentation page. */
export const buildRoutes = (useCases: UseCases, dependencies: Dependencies): readonly Route[] => [
  ...accountsRoutes(useCases, dependencies),
  ...tripsRoutes(useCases, dependencies),
  ...seatsRoutes(useCases),
  ...lineRoutes(useCases),
  ...bookingsRoutes(useCases, dependencies),
  ...paymentsRoutes(useCases, dependencies),
  ...changesRoutes(useCases, dependencies),
  ...refundsRoutes(useCases, dependencies),
  ...ticketsRoutes(useCases, dependencies),
  ...companiesRoutes(useCases, dependencies),
  ...fleetRoutes(useCases, dependencies),
  ...planningRoutes(useCases, dependencies),
  ...counterRoutes(useCases, dependencies),
  ...agentsRoutes(useCases, dependencies),
  ...boardingRoutes(useCases, dependencies),
  ...roadRoutes(useCases, dependencies),
  ...ledgerRoutes(useCases, dependencies),
  ...reportsRoutes(useCases, dependencies),
  ...listeningRoutes(useCases, dependencies),
  ...platformRoutes(useCases, dependencies),
];

/** Data for other programs outside the API. */
export const buildPlainRoutes = (useCases: UseCases): readonly PlainRoute[] => [
  timetableFeed(useCases),
  ...realtimeFeeds(useCases),
];

/**
 * Every background job with its schedule. EXPIRY_CRON is the schedule of frequent jobs, such as the job that expires
 * unpaid bookings.
 */
export const jobsOf = (
  useCases: UseCases,
  {
    expiryCron,
    remindsOfJourneys,
    gateways,
    ...reporting
  }: Pick<Settings, 'expiryCron' | 'remindsOfJourneys'> &
    Pick<Dependencies, 'gateways'> &
    SmsReporting &
    MailReporting &
    EstimateReporting,
): readonly Job[] => [
  ...platformJobs(useCases, reporting),
  ...accountsJobs(useCases),
  ...fleetJobs(useCases),
  ...seatsJobs(useCases, { expiryCron }),
  ...lineJobs(useCases, { expiryCron }),
  ...ledgerJobs(useCases),
  ...bookingsJobs(useCases, { expiryCron }),
  ...planningJobs(useCases),
  ...paymentsJobs(useCases, { expiryCron, gateways }),
  ...boardingJobs(useCases),
  ...roadJobs(useCases, reporting),
  ...refundsJobs(useCases, reporting),
  ...changesJobs(useCases, { expiryCron }),
  ...ticketsJobs(useCases, { remindsOfJourneys }),
  ...agentsJobs(useCases),
  ...listeningJobs(useCases),
];

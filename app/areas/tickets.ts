import { ticketRoutes } from '../../adapters/http/tickets/tickets-routes.ts';
import { liveLinkRoutes } from '../../adapters/http/tickets/live-link-routes.ts';
import { followJourney, shareJourney, stopSharing } from '../../core/tickets/live-link.ts';
import { followTicketLink } from '../../core/tickets/follow-ticket-link.ts';
import { exportCalendarEntry } from '../../core/tickets/calendar-entry.ts';
import {
  findAgentTicket,
  findOfficeTicket,
  findTicket,
  printAgentTicket,
  printOfficeTicket,
  printTicket,
} from '../../core/tickets/print-ticket.ts';
import { remindOfJourneys } from '../../core/tickets/remind-of-journeys.ts';
import { findMyBooking } from '../../core/tickets/find-my-booking.ts';
import { viewTicketStatus, viewTicketToken } from '../../core/tickets/view-ticket.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { BookingsUseCases } from './bookings.ts';

export const ticketsUseCases = (dependencies: Dependencies) => ({
  findTicket: findTicket(dependencies),
  printTicket: printTicket(dependencies),
  exportCalendarEntry: exportCalendarEntry(dependencies),
  findAgentTicket: findAgentTicket(dependencies),
  findOfficeTicket: findOfficeTicket(dependencies),
  printAgentTicket: printAgentTicket(dependencies),
  printOfficeTicket: printOfficeTicket(dependencies),
  viewTicketStatus: viewTicketStatus(dependencies),
  viewTicketToken: viewTicketToken(dependencies),
  followTicketLink: followTicketLink(dependencies),
  findMyBooking: findMyBooking(dependencies),
  shareJourney: shareJourney(dependencies),
  stopSharing: stopSharing(dependencies),
  followJourney: followJourney(dependencies),
  remindOfJourneys: remindOfJourneys(dependencies),
});

export type TicketsUseCases = ReturnType<typeof ticketsUseCases>;

export const ticketsRoutes = (useCases: TicketsUseCases & BookingsUseCases, dependencies: Dependencies) => [
  ...ticketRoutes({ ...useCases, ...dependencies }),
  ...liveLinkRoutes(useCases),
];

export const ticketsJobs = (
  useCases: TicketsUseCases,
  { remindsOfJourneys }: Pick<Settings, 'remindsOfJourneys'>,
): readonly Job[] =>
  remindsOfJourneys
    ? [{ name: 'remind of journeys', pattern: EVERY_TEN_MINUTES, run: () => useCases.remindOfJourneys() }]
    : [];

import type { AgentCaller } from '../agents/caller.ts';
import { isTicketed } from '../bookings/booking.ts';
import { viewAgentBooking } from '../changes/agents-booking.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Office, OfficeBooking } from '../payments/office-booking.ts';
import { viewOfficeBooking } from '../payments/view-office-booking.ts';
import { noSuchTicket, notTicketed } from './refusals.ts';
import { ticketFileName, ticketOf } from './ticket.ts';
import type { TicketWorld } from './world.ts';

export interface PrintedTicket {
  readonly fileName: string;
  readonly content: Uint8Array;
}

export type FindTicket = ReturnType<typeof findTicket>;

/** Finds the booking of a ticket that a passenger is shown. Refuses a booking without a ticket. */
export const findTicket =
  ({ clock, bookingViews, officeBookings }: TicketWorld) =>
  async (passenger: UserId, bookingId: BookingId): Promise<OfficeBooking> => {
    const [shown, booking] = await Promise.all([
      bookingViews.findShown(bookingId, passenger, clock()),
      officeBookings.find(bookingId),
    ]);
    if (!shown || !booking) throw noSuchTicket();
    return ticketed(booking);
  };

export type PrintTicket = ReturnType<typeof printTicket>;

/** Prints the ticket of a paid booking for its passenger. */
export const printTicket =
  (needs: TicketWorld) =>
  async (passenger: UserId, bookingId: BookingId): Promise<PrintedTicket> =>
    printed(needs, await findTicket(needs)(passenger, bookingId));

export type FindOfficeTicket = ReturnType<typeof findOfficeTicket>;

/** Finds the booking of a ticket for the office that manages it. */
export const findOfficeTicket =
  (needs: TicketWorld) =>
  async (office: Office, bookingId: BookingId): Promise<OfficeBooking> =>
    ticketed(await viewOfficeBooking(needs)(office, bookingId));

export type PrintOfficeTicket = ReturnType<typeof printOfficeTicket>;

/** Prints the ticket of a paid booking for the office that manages it. */
export const printOfficeTicket =
  (needs: TicketWorld) =>
  async (office: Office, bookingId: BookingId): Promise<PrintedTicket> =>
    printed(needs, await findOfficeTicket(needs)(office, bookingId));

export type FindAgentTicket = ReturnType<typeof findAgentTicket>;

/** Finds the booking of a ticket for the agent that sold it. */
export const findAgentTicket =
  (needs: TicketWorld) =>
  async (caller: AgentCaller, bookingId: BookingId): Promise<OfficeBooking> =>
    ticketed(await viewAgentBooking(needs)(caller, bookingId));

export type PrintAgentTicket = ReturnType<typeof printAgentTicket>;

/** Prints the ticket of a booking for the agent that sold it. */
export const printAgentTicket =
  (needs: TicketWorld) =>
  async (caller: AgentCaller, bookingId: BookingId): Promise<PrintedTicket> =>
    printed(needs, await findAgentTicket(needs)(caller, bookingId));

function ticketed(booking: OfficeBooking): OfficeBooking {
  if (!isTicketed(booking.status)) throw notTicketed(booking.status);
  return booking;
}

const printed = async (needs: TicketWorld, booking: OfficeBooking): Promise<PrintedTicket> => ({
  fileName: ticketFileName(booking),
  content: await needs.ticketPrinter.print(ticketOf(needs, booking)),
});

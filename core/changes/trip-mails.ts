import { journeyOn } from '../bookings/journey.ts';
import { isPaid } from './end-booking.ts';
import type { Company } from '../companies/company.ts';
import type { AboutTripMail, ComposedBookingMail, TripGoesOn } from '../platform/booking-mails.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Instant } from '../kernel/time.ts';
import { aboutBooking } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { type Trip, hasDeparted } from '../trips/trip.ts';
import type { MailingWorld } from '../payments/world.ts';
import type { Disruption } from './disruption.ts';

/** Makes the mail to one booking. Undefined for a counter sale whose customer gave no e-mail address. */
export function tripMail(
  { passengerClientBase }: MailingWorld,
  booking: OfficeBooking,
  { contactPhone: companyPhone }: Pick<Company, 'contactPhone'>,
  { reason: cause, note }: Pick<Disruption, 'reason' | 'note'>,
  compose: (about: AboutTripMail) => ComposedBookingMail,
): ComposedBookingMail | undefined {
  const about = aboutBooking(booking, passengerClientBase);
  return about && compose({ ...about, companyPhone, cause, note });
}

interface GoingOn {
  readonly trip: Pick<Trip, 'departsAt' | 'arrivesAt' | 'departedAt' | 'taps'>;
  readonly isFreeToCancel: boolean;
  readonly now: Instant;
}

/** The choices in a mail to passengers of a changed trip: keep the booking, cancel it, or pay for it. */
export const goesOn = (
  booking: OfficeBooking,
  calendar: Calendar,
  { trip, isFreeToCancel, now }: GoingOn,
): TripGoesOn => ({
  mayCancel: !hasDeparted(journeyOn(booking, trip), now),
  isFreeToCancel,
  payBy: isPaid(booking) ? null : calendar.text(booking.paymentDeadline),
});

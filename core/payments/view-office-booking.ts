import type { BookingId } from '../kernel/ids.ts';
import { noSuchBooking } from './refusals.ts';
import { type Office, concerns, type OfficeBooking } from './office-booking.ts';
import type { PaymentWorld } from './world.ts';

export type ViewOfficeBooking = ReturnType<typeof viewOfficeBooking>;

/** Shows one booking to an administrator, or to a member of the booking's company. */
export const viewOfficeBooking =
  ({ officeBookings }: PaymentWorld) =>
  async (office: Office, id: BookingId): Promise<OfficeBooking> => {
    const booking = await officeBookings.find(id);
    if (!booking || !concerns(office, booking)) throw noSuchBooking();
    return booking;
  };

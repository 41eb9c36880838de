import type { BookingId } from '../kernel/ids.ts';
import { concerns } from './office-booking.ts';
import type { Office, OfficeBooking, OfficeBookings } from './office-booking.ts';
import { noSuchBooking } from './refusals.ts';

interface Needs {
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
}

export type ViewOfficeBooking = ReturnType<typeof viewOfficeBooking>;

/** A booking that the office looks after. */
export const viewOfficeBooking =
  ({ officeBookings }: Needs) =>
  async (office: Office, id: BookingId): Promise<OfficeBooking> => {
    const booking = await officeBookings.find(id);
    if (!booking || !concerns(office, booking)) throw noSuchBooking();
    return booking;
  };

import { Type } from '@sinclair/typebox';
import { cancelledSeats } from '../../../core/bookings/cancelled-part.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PassengerBooking } from '../../../core/bookings/ports.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { Times } from '../../../core/trips/sections.ts';
import { moment, nullable, rupees } from '../route/fields.ts';

export const bookingSeat = Type.Object(
  {
    seat_number: Type.String({ examples: ['A1'] }),
    passenger_name: Type.String({
      description: 'Names the passenger; it is empty when no name was given.',
      examples: ['Asha Gurung'],
    }),
    passenger_age: nullable(
      Type.Integer({
        description: 'Gives the age of the passenger, in years; null if it was not given.',
        examples: [34],
      }),
    ),
    passenger_gender: nullable(
      Type.String({
        description: 'Gives the gender of the passenger; null if it was not given.',
        enum: ['M', 'F', 'O'],
        examples: ['F'],
      }),
    ),
    boarding_point: Type.String({ examples: ['Kalanki'] }),
    dropping_point: Type.String({ examples: ['Prithvi Chowk'] }),
  },
  { title: 'BookingSeat' },
);

/** A cancelled seat of a booking whose other seats stayed valid. The seat has no number on a bus without a seat map. */
export const cancelledSeat = Type.Object(
  {
    seat_number: nullable(
      Type.String({ description: 'Gives the number of the seat; null on a bus without a seat map.', examples: ['A1'] }),
    ),
    amount: rupees({ description: "Gives the seat's share of the price, in NPR." }),
    fee: rupees({ description: "Gives the seat's share of the fee, in NPR.", examples: [120] }),
    refund: rupees({ description: "Gives the seat's share of the refund, in NPR.", examples: [1080] }),
    at: moment(),
  },
  { title: 'CancelledSeat' },
);

export const toCancelledSeats = (booking: Pick<Booking, 'parts'>) =>
  cancelledSeats(booking).map(({ seat, amount, fee, refund, at }) => ({
    seat_number: seat,
    amount: toRupees(amount),
    fee: toRupees(fee),
    refund: toRupees(refund),
    at: toIso(at),
  }));

export const changedBooking = (description: string) =>
  Type.Object(
    { id: Type.Integer({ examples: [7] }), booking_code: Type.String({ examples: ['BT261120048213'] }) },
    { title: 'ChangedBooking', description },
  );

/** Links a booking with the booking that it replaced and with the booking that replaced it. */
export const toChanged = ({ changed: { from, to } }: Pick<PassengerBooking, 'changed'>) => ({
  changed_from: from && { id: from.id, booking_code: from.code },
  changed_to: to && { id: to.id, booking_code: to.code },
});

/** The section of the trip that the passengers travel: where they get on and where they get off. */
export const sectionOfBooking = {
  from_stop: Type.Integer({
    description: 'Gives the number of the stop at which the passengers of the booking get on; 0 is the origin.',
    examples: [0],
  }),
  to_stop: Type.Integer({
    description: 'Gives the number of the stop at which the passengers of the booking get off.',
    examples: [1],
  }),
};

/** The times of the whole trip. The booking's own times are those of its section. */
export const wholeTimes = {
  trip_departure_time: moment({ description: 'Tells when the trip departs from its origin.' }),
  trip_arrival_time: moment({
    description: 'Tells when the trip arrives at its destination.',
    examples: ['2026-11-20T11:15:00.000Z'],
  }),
};

export const toSectionOfBooking = ({ section: { from, to } }: Pick<Booking, 'section'>) => ({
  from_stop: from,
  to_stop: to,
});

export const toWholeTimes = ({ whole }: { readonly whole: Times }) => ({
  trip_departure_time: toIso(whole.departsAt),
  trip_arrival_time: toIso(whole.arrivesAt),
});

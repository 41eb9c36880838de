import { Type } from '@sinclair/typebox';
import type { Consequences, Disruption } from '../../../core/changes/disruption.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import type { OfficeTrip } from '../../../core/trips/office-trip.ts';
import { type DisruptionReason, DISRUPTION_REASONS } from '../../../core/trips/trip-cancellation.ts';
import { choice, nullable, orNull, rupees, sizedLines } from '../route/fields.ts';
import { officeTripResponse, toOfficeTrip } from '../trips/office-trip.ts';

/** Fields of a company's request to change a trip that has bookings. */
export const disruptionFields = {
  reason: choice(DISRUPTION_REASONS, {
    description: 'Names the reason for the change. The mails say it in words.',
    examples: ['BREAKDOWN'],
  }),
  note: Type.Optional(
    orNull(
      sizedLines(
        { min: 0, max: 500 },
        {
          description: 'Is a note to the passengers, which goes into the mails as it is. Null or no field means none.',
          examples: ['We are sorry. The other bus leaves on time.'],
        },
      ),
    ),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      description:
        'Is true if this is a dry run: the answer or refusal is the same, but nothing changes and nobody is told; false by default.',
    }),
  ),
};

interface GivenDisruption {
  readonly reason: DisruptionReason;
  readonly note?: string | null;
  readonly dry_run?: boolean;
}

export const toDisruption = ({ reason, note, dry_run: isDryRun = false }: GivenDisruption): Disruption => ({
  reason,
  note: note ?? '',
  isDryRun,
});

const seatNumber = (description: string) => Type.String({ description, examples: ['A1'] });
const bookingCode = Type.String({ examples: ['BT261120004711'] });

const toldResponse = Type.Object(
  {
    mail: Type.Integer({
      description: 'Counts the bookings that get a mail, and perhaps a text message too.',
      examples: [9],
    }),
    sms: Type.Integer({ description: 'Counts the bookings that get a text message only.', examples: [4] }),
    none: Type.Integer({
      description: 'Counts the bookings that get no message. Call these passengers.',
      examples: [1],
    }),
  },
  {
    title: 'Told',
    description:
      'Counts the bookings that are told of the change, by each way. A retiming concerns only bookings whose own times change.',
  },
);

/** The consequences for bookings when a company changes a trip. A dry run returns them without changing anything. */
export const consequencesResponse = Type.Object(
  {
    trip: officeTripResponse,
    dry_run: Type.Boolean({
      description: 'Is true if this is a dry run, which changes nothing; false if the changes are made.',
    }),
    bookings: Type.Integer({ description: 'Counts the bookings that were active.', examples: [14] }),
    passengers: Type.Integer({ description: 'Counts the seats or places of these bookings.', examples: [25] }),
    refund_total: rupees({
      description: 'Gives the amount that goes back to those who had paid, in NPR.',
      examples: [30000],
    }),
    moved: Type.Array(
      Type.Object({
        booking_code: bookingCode,
        seat_number: seatNumber('Gives the number of the seat on the bus before.'),
        new_seat_number: seatNumber('Gives the number of the seat on the bus that goes.'),
      }),
      {
        description:
          'Lists the passengers whose seat has another number now. They get a mail, if they left an address.',
      },
    ),
    unseated: Type.Array(
      Type.Object({
        booking_code: bookingCode,
        seat_number: nullable(seatNumber('Gives the number of the seat; null where places are counted.')),
      }),
      {
        description:
          'Lists the passengers for whom there is no seat. It is always empty in an answer; the refusal SEATS_TOO_FEW names them.',
      },
    ),
    told: toldResponse,
  },
  { title: 'Consequences' },
);

export const toConsequences = (consequences: Consequences<OfficeTrip>) => ({
  trip: toOfficeTrip(consequences.trip),
  dry_run: consequences.isDryRun,
  bookings: consequences.bookings,
  passengers: consequences.passengers,
  refund_total: toRupees(consequences.refundTotal),
  moved: consequences.moved.map(({ bookingCode: code, seat, newSeat }) => ({
    booking_code: code,
    seat_number: seat,
    new_seat_number: newSeat,
  })),
  unseated: consequences.unseated.map(({ bookingCode: code, seat }) => ({ booking_code: code, seat_number: seat })),
  told: consequences.reach,
});

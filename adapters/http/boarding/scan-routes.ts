import { type TSchema, Type } from '@sinclair/typebox';
import { conductorOf } from '../../../core/boarding/conductor.ts';
import {
  CONFLICT_REASONS,
  REFUSAL_REASONS,
  SCAN_ACTIONS,
  SCAN_MODES,
  SCAN_RESULTS,
} from '../../../core/boarding/scan.ts';
import type { AnsweredScan, TakeScans } from '../../../core/boarding/take-scans.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { firstBoarding, toFirstBoarding } from './conflict.ts';
import { departureMoment, moment, nullable } from '../route/fields.ts';
import { route } from '../route/route.ts';

const key = { type: 'integer', minimum: 1 };

/**
 * A scan as the documentation describes it. The schema checks nothing, because a faulty scan must not keep the
 * request's other scans from being recorded.
 */
const scan = Type.Unsafe<unknown>({
  shown: {
    type: 'object',
    required: ['nonce', 'trip_id', 'action', 'scanned_at', 'mode'],
    properties: {
      nonce: {
        type: 'string',
        maxLength: 200,
        description:
          'Names the scan. The phone chooses another name for each scan. A scan that is sent again is answered again, and changes nothing.',
      },
      trip_id: { ...key, description: 'Identifies the trip that the conductor is on.' },
      action: { type: 'string', enum: [...SCAN_ACTIONS] },
      token: {
        type: 'string',
        description:
          "Is the text of the ticket's QR code. Send exactly one of token, ticket_hash, booking_id and reference.",
      },
      ticket_hash: {
        type: 'string',
        description: 'Is the fingerprint of the ticket, as the manifest of the trip has it.',
      },
      booking_id: key,
      reference: {
        type: 'string',
        description:
          'Is a typed booking code, or 4 to 13 letters or digits at the end of a code on the manifest of the trip. A reference that fits no booking or several is REFERENCE_UNCLEAR.',
      },
      seat_ids: {
        type: 'array',
        items: key,
        description: 'Lists the ids of the seats, as the manifest has them. Without them the whole booking is meant.',
      },
      places: {
        ...key,
        description: 'Gives the number of places, on a bus without a seat map. Without it the whole booking is meant.',
      },
      scanned_at: { type: 'string', format: 'date-time' },
      mode: {
        type: 'string',
        enum: [...SCAN_MODES],
        description: 'Names the mode of the scan. OFFLINE scans are judged by `scanned_at`.',
      },
      stop: {
        type: 'integer',
        minimum: 0,
        description:
          'Gives the number of the stop where the bus stands, or of the next one. Only BOARD looks at it: a scan is TOO_EARLY before the first stop of the booking and TOO_LATE after its last one. A scan without it is TOO_LATE after the planned arrival of the booking, a scan with it after that of the trip.',
      },
    },
  },
});

const answer = Type.Object(
  {
    nonce: nullable(
      Type.String({
        description: 'Repeats the nonce of the scan as it was sent; null if there was none.',
        examples: ['7f2c9a'],
      }),
    ),
    result: Type.String({ enum: [...SCAN_RESULTS] }),
    reason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: [...new Set<string>([...REFUSAL_REASONS, ...CONFLICT_REASONS]), null],
      description: 'Tells why the scan was refused or is in conflict; null for a scan that is neither.',
    }),
    booking_code: nullable(Type.String({ examples: ['BT261120004217'] })),
    seats: Type.Array(Type.String({ examples: ['A1'] }), {
      description: 'Lists the numbers of the seats that this scan has changed.',
    }),
    places: Type.Integer({ description: 'Counts the seats or places that this scan has changed.', examples: [1] }),
    trip: nullable(
      Type.Object(
        {
          id: Type.Integer({ examples: [42] }),
          source_city: Type.String({ examples: ['Kathmandu'] }),
          destination_city: Type.String({ examples: ['Pokhara'] }),
          departure_time: departureMoment(),
        },
        { description: 'Shows the trip that the ticket is for. Only an answer with WRONG_TRIP has it.' },
      ),
    ),
    changed_to: nullable(
      Type.Object(
        { booking_code: Type.String({ examples: ['BT261120048213'] }) },
        {
          description:
            'Shows the booking that replaced the scanned one when it was changed to another trip; after several changes the newest. It is null except with the reason CHANGED.',
        },
      ),
    ),
    first: firstBoarding('Shows the boarding that came before. Only answers with ALREADY and CONFLICT have it.'),
    boarded: nullable(
      Type.Object(
        {
          at: moment(),
          device: nullable(
            Type.Object(
              { id: Type.Integer({ examples: [3] }), name: Type.String({ examples: ['Bus 3 phone'] }) },
              { description: 'Shows the device that reported the boarding; null if a member of staff reported it.' },
            ),
          ),
          seats: Type.Array(Type.String({ examples: ['A1'] }), {
            description: 'Lists the seats that were on board already; it is empty on a bus without a seat map.',
          }),
        },
        { description: 'Shows the earlier boarding with ALREADY and CONFLICT; null elsewhere.' },
      ),
    ),
    seat_taken_until: nullable(
      Type.Integer({
        description:
          'Gives the number of the last stop at which a passenger before this one leaves the seat, if `stop` is absent or before the first stop of the booking; null otherwise.',
        examples: [1],
      }),
    ),
  },
  { title: 'ScanAnswer' },
);

const toAnswer = ({
  nonce,
  result,
  reason,
  bookingCode,
  seats,
  places,
  trip,
  changedTo,
  first,
  boarded,
  seatTakenUntil,
}: AnsweredScan) => ({
  nonce,
  result,
  reason,
  booking_code: bookingCode,
  seats,
  places,
  trip: trip && {
    id: trip.id,
    source_city: trip.sourceCity,
    destination_city: trip.destinationCity,
    departure_time: toIso(trip.departsAt),
  },
  changed_to: changedTo === null ? null : { booking_code: changedTo },
  first: toFirstBoarding(first),
  boarded: boarded && { at: toIso(boarded.at), device: boarded.device, seats: boarded.seats },
  seat_taken_until: seatTakenUntil,
});

const EXAMPLE = {
  scans: [
    {
      nonce: '7f2c9a',
      trip_id: 42,
      action: 'BOARD',
      ticket_hash: 'q83vEjRWeJCrze8S',
      scanned_at: '2026-11-20T04:15:00.000Z',
      mode: 'OFFLINE',
    },
  ],
};

/** The most scans that one request may contain. */
const MOST = 200;

export const scanRoutes = ({ takeScans }: { readonly takeScans: TakeScans }) => [
  route({
    method: 'post',
    path: '/api/conductor/scans',
    operationId: 'takeScans',
    summary: 'Tell of passengers who got on, or did not',
    description:
      'Records which passengers got on, or did not. It takes as many as 200 at once and 600 a minute, ' +
      'judged one after the other; each has its own answer, in order, ' +
      'and whatever is wrong with one is REFUSED / INVALID and fails no other. ' +
      'Send those that were made without a signal when there is one again.',
    returns: 'Answers each scan, in the order of the scans.',
    access: 'crew',
    idempotent: true,
    limit: 'scan',
    cost: ({ scans }) => (Array.isArray(scans) ? Math.min(scans.length, MOST) : 1),
    bodyLimit: 512,
    body: Type.Object({ scans: Type.Array(scan as TSchema, { minItems: 1, maxItems: MOST }) }, { examples: [EXAMPLE] }),
    status: 200,
    response: Type.Object({ results: Type.Array(answer) }),
    handle: ({ caller, body, once }) =>
      once(
        (answers: readonly AnsweredScan[]) => ({ results: answers.map(toAnswer) }),
        (keep) => takeScans(conductorOf(caller), body.scans as readonly unknown[], keep),
      ),
  }),
];

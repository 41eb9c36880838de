import { Type } from '@sinclair/typebox';
import { AMENITIES } from '../../../core/fleet/amenities.ts';
import { REQUIRED_DOCUMENTS } from '../../../core/fleet/documents.ts';
import type { ShownBus } from '../../../core/fleet/view-buses.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { creationMoment, nullable } from '../route/fields.ts';

/** A bus, as its company and administrators see it. */
export const busResponse = Type.Object(
  {
    id: Type.Integer({ examples: [5] }),
    bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
    registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
    bus_type: Type.String({ description: 'Names the type of the bus, in upper case.', examples: ['DELUXE'] }),
    total_seats: Type.Integer({
      description: 'Counts the seats or places of the bus. With a seat map, it counts the active seats.',
      examples: [40],
    }),
    amenities: Type.Array(Type.String({ enum: AMENITIES }), {
      description: 'Lists the comforts that the bus offers beside a seat.',
      examples: [['AC', 'WIFI']],
    }),
    has_seat_map: Type.Boolean(),
    seat_rows: Type.Integer({
      description:
        'Counts the rows of the seat map. It is 0 without a seat map; likewise `seat_cols` and `deck_count`.',
      examples: [10],
    }),
    seat_cols: Type.Integer({ examples: [5] }),
    deck_count: Type.Integer({ examples: [1] }),
    approval_status: Type.String({ enum: ['PENDING', 'APPROVED', 'REJECTED'] }),
    rejection_reason: nullable(
      Type.String({
        description: 'Gives the reason for the rejection; null if the bus is not rejected.',
        examples: ['The bluebook is of another bus.'],
      }),
    ),
    status: Type.String({ enum: ['ACTIVE', 'INACTIVE'] }),
    papers: Type.Object(
      {
        complete: Type.Boolean({ description: 'Is true if the bus may carry passengers today; false if it may not.' }),
        valid_until: nullable(
          Type.String({
            format: 'date',
            description:
              'Gives the last day up to which the papers are complete without a gap; null if they are complete for ever, or not complete.',
            examples: ['2027-03-31'],
          }),
        ),
        missing: Type.Array(Type.String({ enum: REQUIRED_DOCUMENTS }), {
          description: 'Lists the types of document of which no verified one is valid today.',
        }),
      },
      { title: 'Papers' },
    ),
    papers_waiting: Type.Array(Type.String({ enum: REQUIRED_DOCUMENTS }), {
      description: 'Lists the types in `papers.missing` of which a document waits for its review.',
    }),
    operator: Type.Object({
      id: Type.Integer({ examples: [3] }),
      company_name: Type.String({ examples: ['Blue Sky Travels'] }),
    }),
    revision: Type.Integer({
      description: 'Gives the version of the bus, a number that rises with every change of the bus or its seat map.',
      examples: [1],
    }),
    created_at: creationMoment(),
  },
  { title: 'Bus' },
);

export const toBusResponse = (bus: ShownBus) => ({
  id: bus.id,
  bus_name: bus.name,
  registration_no: bus.registrationNo,
  bus_type: bus.type,
  total_seats: bus.totalSeats,
  amenities: [...bus.amenities],
  has_seat_map: bus.hasSeatMap,
  seat_rows: bus.layout?.rows ?? 0,
  seat_cols: bus.layout?.cols ?? 0,
  deck_count: bus.layout?.deckCount ?? 0,
  approval_status: bus.approvalStatus,
  rejection_reason: bus.rejectionReason,
  status: bus.status,
  papers: { complete: bus.papers.complete, valid_until: bus.papers.validUntil, missing: [...bus.papers.missing] },
  papers_waiting: [...bus.waitingPapers],
  operator: { id: bus.operatorId, company_name: bus.companyName },
  revision: bus.revision,
  created_at: toIso(bus.createdAt),
});

import { Type } from '@sinclair/typebox';
import type { Conflict } from '../../../core/boarding/ports.ts';
import { type FirstBoarding, CONFLICT_REASONS } from '../../../core/boarding/scan.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { moment, nullable } from '../route/fields.ts';

const byWhom = Type.String({ description: 'The name of the device or the person.', examples: ['Front door'] });

/** When a passenger was first boarded, and by which device or person. Null if nobody was boarded. */
export const firstBoarding = (description: string) =>
  nullable(Type.Object({ at: moment(), by: byWhom }, { description }));

export const toFirstBoarding = (first: FirstBoarding | null) => first && { at: toIso(first.at), by: first.by };

export const conflictResponse = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    trip_id: Type.Integer({ examples: [42] }),
    booking_code: Type.String({ examples: ['BT261120004217'] }),
    seats: Type.Array(Type.String({ examples: ['A1'] }), { description: 'Empty where places are counted.' }),
    reason: Type.String({
      enum: [...CONFLICT_REASONS],
      description: 'ALREADY: two devices let them on board. Else: they are, or were let, on board, and have no ticket.',
    }),
    scanned_at: moment(),
    received_at: moment({ description: 'When it came out.' }),
    by: byWhom,
    nonce: Type.String({ description: 'Of the scan.', examples: ['7f2c9a'] }),
    first: firstBoarding('The boarding that it is in conflict with.'),
  },
  { title: 'Conflict' },
);

export const toConflictResponse = (conflict: Conflict) => ({
  id: conflict.id,
  trip_id: conflict.tripId,
  booking_code: conflict.bookingCode,
  seats: [...conflict.seats],
  reason: conflict.reason,
  scanned_at: toIso(conflict.scannedAt),
  received_at: toIso(conflict.receivedAt),
  by: conflict.by,
  nonce: conflict.nonce,
  first: toFirstBoarding(conflict.first),
});

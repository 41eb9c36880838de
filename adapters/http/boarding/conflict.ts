import { Type } from '@sinclair/typebox';
import type { Conflict } from '../../../core/boarding/ports.ts';
import { type FirstBoarding, CONFLICT_REASONS } from '../../../core/boarding/scan.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { moment, nullable } from '../route/fields.ts';

const byWhom = Type.String({
  description: 'Names the device or the person that let the passengers on board.',
  examples: ['Front door'],
});

/** When a passenger was first boarded, and by which device or person. Null if nobody was boarded. */
export const firstBoarding = (description: string) =>
  nullable(Type.Object({ at: moment(), by: byWhom }, { description }));

export const toFirstBoarding = (first: FirstBoarding | null) => first && { at: toIso(first.at), by: first.by };

export const conflictResponse = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    trip_id: Type.Integer({ examples: [42] }),
    booking_code: Type.String({ examples: ['BT261120004217'] }),
    seats: Type.Array(Type.String({ examples: ['A1'] }), {
      description: 'Lists the numbers of the seats in conflict; it is empty where places are counted.',
    }),
    reason: Type.String({
      enum: [...CONFLICT_REASONS],
      description:
        'Names the kind of conflict. With ALREADY, two devices let the passengers on board. Otherwise they are, or were let, on board, and have no ticket.',
    }),
    scanned_at: moment(),
    received_at: moment({ description: 'Tells when the conflict came out.' }),
    by: byWhom,
    nonce: Type.String({ description: 'Is the nonce of the scan, which the phone chose.', examples: ['7f2c9a'] }),
    first: firstBoarding('Shows the earlier boarding with which the scan is in conflict.'),
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

import type { LoggedAct } from './booking-facts.ts';
import type { BookingOnRecord } from './ports.ts';

/** Faults of what a booking says about who made and who cancelled it, by the activity log. */
export function loggedFaults({
  userId,
  channel,
  oldBooking,
  logged,
  cancelledBy,
  cancelledAt,
}: BookingOnRecord): readonly string[] {
  const made = logged.find(({ kind }) => kind === 'BOOKING_CREATED' || kind === 'SEATS_SOLD');
  // The trail has one row SALE_UNDONE instead of BOOKING_CANCELLED for a counter sale that its seller took back.
  const ended = logged.find(
    ({ kind, at }) => (kind === 'BOOKING_CANCELLED' || kind === 'SALE_UNDONE') && at === cancelledAt,
  );
  return [
    ...(made && channel !== 'AGENT' && made.userId !== null && made.userId !== userId
      ? [`it is of user ${userId}, and the activity log says that user ${made.userId} made it`]
      : []),
    ...(oldBooking !== null && oldBooking.userId !== userId
      ? [`it is of user ${userId}, and the booking that it replaces of user ${oldBooking.userId}`]
      : []),
    ...(ended && cancelledBy !== null && !cancellers(ended).includes(cancelledBy)
      ? [`${cancelledBy} cancelled it, and the activity log says ${ended.role}`]
      : []),
  ];
}

/**
 * The possible values of `cancelledBy` by the activity log. What the service ends by itself, and what an import of an
 * administrator ends, is ended for the company.
 */
function cancellers({ role }: LoggedAct): readonly string[] {
  if (role === 'ADMIN') return ['ADMIN', 'OPERATOR'];
  if (role === 'AGENT') return ['AGENT'];
  // The people of an agent act as operators.
  return role === 'PASSENGER' ? ['PASSENGER'] : ['OPERATOR', 'AGENT'];
}

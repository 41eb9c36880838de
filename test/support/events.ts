import type { Announcement } from '../../core/delivery/outbox.ts';
import type { Engine } from './engines.ts';

/** What a subscriber reads. */
export const payloadOf = ({ payload }: Announcement): Readonly<Record<string, unknown>> =>
  JSON.parse(payload) as Record<string, unknown>;

/** What was recorded for subscribers and is not published yet: topic and payload, without the event's id and time. */
export async function recorded({
  transact,
}: Pick<Engine, 'transact'>): Promise<readonly (readonly [string, unknown])[]> {
  const entries = await transact(({ outbox }) => outbox.pending(1_000));
  return entries.map((entry) => {
    const { event_id: _id, at: _at, ...payload } = payloadOf(entry);
    return [entry.topic, payload];
  });
}

/** A seat message as it was recorded. */
export const seatMessage = (
  tripId: number,
  status: string,
  ...seats: readonly string[]
): readonly [string, unknown] => [`schedules/${tripId}/seats`, { schedule_id: tripId, seat_numbers: seats, status }];

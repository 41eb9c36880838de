import type { Engine } from './engines.ts';

/** What was recorded for subscribers and waits to be told: topic and payload, without the event's id and moment. */
export async function recorded({ transact }: Pick<Engine, 'transact'>): Promise<readonly (readonly [string, unknown])[]> {
  const entries = await transact(({ outbox }) => outbox.waiting(1_000));
  return entries.map(({ topic, payload: { event_id: _id, at: _at, ...payload } }) => [topic, payload]);
}

/** A seat message as it was recorded. */
export const seatMessage = (tripId: number, status: string, ...seats: readonly string[]): readonly [string, unknown] =>
  [`schedules/${tripId}/seats`, { schedule_id: tripId, seat_numbers: seats, status }];

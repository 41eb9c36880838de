import type { Announcement } from '../../core/platform/outbox.ts';
import type { Engine } from './engines.ts';

/** The payload that a subscriber reads. */
export const payloadOf = ({ payload }: Announcement): Readonly<Record<string, unknown>> =>
  JSON.parse(payload) as Record<string, unknown>;

/** True for manifest events. Tests read them separately, because most changes of a booking record a manifest event. */
const isNudge = ({ topic }: Announcement): boolean => topic.endsWith('/manifests');

type Message = readonly [string, unknown];

const messages = async (
  { transact }: Pick<Engine, 'transact'>,
  isMeant: (entry: Announcement) => boolean,
): Promise<readonly Message[]> =>
  (await transact(({ outbox }) => outbox.pending(1_000))).filter(isMeant).map((entry) => {
    const { event_id: _id, at: _at, ...payload } = payloadOf(entry);
    return [entry.topic, payload];
  });

/** Topics and payloads of recorded, unpublished events, without ids, times and manifest events. */
export const recorded = (engine: Pick<Engine, 'transact'>): Promise<readonly Message[]> =>
  messages(engine, (entry) => !isNudge(entry));

/** The recorded manifest events. */
export const recordedNudges = (engine: Pick<Engine, 'transact'>): Promise<readonly Message[]> =>
  messages(engine, isNudge);

/** The message about the status of seats, as the service records it. */
export const seatMessage = (tripId: number, status: string, ...seats: readonly string[]): Message => [
  `schedules/${tripId}/seats`,
  { schedule_id: tripId, seat_numbers: seats, status },
];

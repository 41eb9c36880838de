import { randomUUID } from 'node:crypto';
import { sha256Digests } from '../../adapters/crypto/keys.ts';
import { enrolUntil, enrolmentCodeIn } from '../../core/boarding/device.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { DeviceId, OperatorId, SeatNumber, TripId } from '../../core/kernel/ids.ts';
import { type Instant, hoursAfter } from '../../core/kernel/time.ts';
import type { Section } from '../../core/trips/sections.ts';
import { aBooking, sitting } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator, aPassengerId } from './people.ts';
import { aRoad } from './roads.ts';
import { tokenFor } from './scanning.ts';

/** A trip that boards now, with a passenger for each seat. */
export interface BoardingTrip {
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  /** The bookings of the trip, one for each passenger. */
  readonly bookings: readonly Booking[];
  /** The text of the QR code on each booking's ticket. */
  readonly tickets: readonly string[];
  /** Makes a new code that enrols a phone. */
  readonly enrolmentCode: () => Promise<string>;
  /** Ends every phone's enrolment. */
  readonly revokeAll: () => Promise<void>;
}

export const NAMES = ['Asha Gurung', 'Bikash Thapa', 'Chandra Rai', 'Dipa Shrestha'] as const;
const POINTS = ['Kalanki', 'Kalanki', 'Thankot', 'Thankot'] as const;

/** A trip that departs two hours after START. Each seat is booked by another passenger. */
export async function aBoardingTrip(
  engine: Pick<Engine, 'transact'>,
  seats: readonly string[] = ['A1', 'A2', 'B1', 'B2'],
): Promise<BoardingTrip> {
  const operatorId = await aCompany(engine);
  const departsAt = hoursAfter(START, 2);
  const { id: tripId } = await aTrip(engine, { bus: { operatorId }, departsAt, seats });
  const bookings: Booking[] = [];
  for (const [index, number] of seats.entries())
    bookings.push(await booked(engine, tripId, seat(number), index % NAMES.length));
  return boarding(engine, { operatorId, tripId, bookings });
}

/** The passengers of `aTripWithStops`, in the order of their bookings: seat, first stop and last stop. */
const ON_THE_WAY = [
  ['A1', 0, 1],
  ['A1', 1, 2],
  ['A2', 0, 2],
  ['B1', 1, 2],
  ['B2', 0, 1],
] as const;

/**
 * A trip from Kathmandu through Mugling to Pokhara that departs two hours after START. The bus leaves Mugling 70
 * minutes after the departure.
 */
export async function aTripWithStops(engine: Pick<Engine, 'transact'>): Promise<BoardingTrip> {
  const operatorId = await aCompany(engine);
  const departsAt = hoursAfter(START, 2);
  const { id: tripId } = await aRoad(engine, { bus: { operatorId }, departsAt, between: ['Mugling'] });
  const bookings: Booking[] = [];
  for (const [index, [number, from, to]] of ON_THE_WAY.entries())
    bookings.push(await booked(engine, tripId, seat(number), index % NAMES.length, { from, to }));
  return boarding(engine, { operatorId, tripId, bookings });
}

const aCompany = async (engine: Pick<Engine, 'transact'>): Promise<OperatorId> =>
  (await anOperator(engine, { companyName: `Blue Sky ${randomUUID().slice(0, 8)}` })).operatorId;

function boarding(
  engine: Pick<Engine, 'transact'>,
  trip: Pick<BoardingTrip, 'operatorId' | 'tripId' | 'bookings'>,
): BoardingTrip {
  const devices: DeviceId[] = [];
  return {
    ...trip,
    tickets: trip.bookings.map(tokenFor),
    enrolmentCode: async () => {
      const { id, code } = await anEnrolmentCode(engine, trip.operatorId);
      devices.push(id);
      return code;
    },
    revokeAll: () =>
      engine.transact(async ({ crewDevices }) => {
        for (const id of devices) await crewDevices.revoke(id, START);
      }),
  };
}

/** A code that enrols a phone of a company's crew. */
export async function anEnrolmentCode(
  engine: Pick<Engine, 'transact'>,
  operatorId: OperatorId,
  now: Instant = START,
): Promise<{ readonly id: DeviceId; readonly code: string }> {
  const code = randomUUID();
  const until = { createdAt: now, enrolUntil: enrolUntil(now) };
  const device = { operatorId, name: 'Front door', addedBy: null, ...until };
  const enrolDigest = sha256Digests.of(enrolmentCodeIn(code));
  return { id: await engine.transact(({ crewDevices }) => crewDevices.add({ ...device, enrolDigest })), code };
}

async function booked(
  engine: Pick<Engine, 'transact'>,
  tripId: TripId,
  number: SeatNumber,
  who: number,
  section?: Section,
) {
  const userId = await aPassengerId(engine);
  const [name, boardingPoint] = [NAMES[who]!, section === undefined ? POINTS[who]! : ''];
  const passengers = [sitting(number, { name, boardingPoint })];
  const common = { userId, tripId, seats: [number], passengers };
  return aBooking(engine, { ...common, status: 'CONFIRMED', ...(section && { section }) });
}

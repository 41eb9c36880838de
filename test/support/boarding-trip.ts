import { randomUUID } from 'node:crypto';
import { sha256Digests } from '../../adapters/crypto/keys.ts';
import { enrolUntil, enrolmentCodeIn } from '../../core/boarding/device.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { DeviceId, OperatorId, SeatNumber, TripId } from '../../core/kernel/ids.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { aBooking, sitting } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator, aPassengerId } from './people.ts';
import { tokenFor } from './scanning.ts';

/** A trip that boards now, with a passenger for each seat. */
export interface BoardingTrip {
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  /** The bookings of the trip, one for each seat. */
  readonly bookings: readonly Booking[];
  /** The text of each booking’s QR code. */
  readonly tickets: readonly string[];
  /** A new code to enrol a phone. */
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
  const { operatorId } = await anOperator(engine, { companyName: `Blue Sky ${randomUUID().slice(0, 8)}` });
  const departsAt = hoursAfter(START, 2);
  const { id: tripId } = await aTrip(engine, { bus: { operatorId }, departsAt, seats });
  const bookings: Booking[] = [];
  for (const [index, number] of seats.entries())
    bookings.push(await booked(engine, tripId, seat(number), index % NAMES.length));
  const devices: DeviceId[] = [];
  return {
    operatorId,
    tripId,
    bookings,
    tickets: bookings.map(tokenFor),
    enrolmentCode: async () => {
      const token = randomUUID();
      const until = { createdAt: START, enrolUntil: enrolUntil(START) };
      const device = { operatorId, name: 'Front door', addedBy: null, ...until };
      const enrolDigest = sha256Digests.of(enrolmentCodeIn(token));
      devices.push(await engine.transact(({ crewDevices }) => crewDevices.add({ ...device, enrolDigest })));
      return token;
    },
    revokeAll: () =>
      engine.transact(async ({ crewDevices }) => {
        for (const id of devices) await crewDevices.revoke(id, START);
      }),
  };
}

async function booked(engine: Pick<Engine, 'transact'>, tripId: TripId, number: SeatNumber, who: number) {
  const userId = await aPassengerId(engine);
  const [name, boardingPoint] = [NAMES[who]!, POINTS[who]!];
  const passengers = [sitting(number, { name, boardingPoint })];
  return aBooking(engine, { userId, tripId, status: 'CONFIRMED', seats: [number], passengers });
}

import type { UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { aBooking, sitting } from './bookings.ts';
import { changePlan, seat } from './catalogue.ts';
import type { Json } from './http.ts';
import { anOperator } from './people.ts';
import { aPlace } from './places.ts';
import { aRoad } from './roads.ts';
import { staffOn } from './staff.ts';
import type { Web } from './web.ts';

const SPOTS = {
  Kathmandu: { lat: 27.71, lon: 85.32 },
  Mugling: { lat: 27.86, lon: 84.56 },
  Pokhara: { lat: 28.21, lon: 83.99 },
};

/** A spot between Kathmandu and Mugling, half of the way. */
export const HALFWAY = { lat: 27.785, lon: 84.94 };

/**
 * Adds a trip from Kathmandu by Mugling (60 to 70 minutes after departure) to Pokhara that leaves in an hour. It has
 * a place Kalanki to get on, and a booking. The cities have centres.
 */
export async function aJourney(
  web: Web,
  { user }: Json,
  traits: { readonly between?: readonly string[]; readonly status?: Booking['status'] } = {},
) {
  const { dependencies, clock } = web.api;
  const departsAt = hoursAfter(clock(), 1);
  for (const [name, coordinates] of Object.entries(SPOTS))
    await dependencies.transact(async ({ catalogue, cities }) => {
      const [city] = await catalogue.saveCities([name]);
      await cities.describe(city!, { nameNe: null, coordinates });
    });
  const [kathmandu] = (await dependencies.cities.all()).filter(({ name }) => name === 'Kathmandu');
  const operator = await anOperator(dependencies);
  const { operatorId } = operator;
  await aPlace(dependencies, {
    operatorId,
    cityId: kathmandu!.id,
    name: 'Kalanki',
    nameNe: 'कलंकी',
    landmark: 'Petrol pump',
  });
  const { between = ['Mugling'] } = traits;
  const { id: tripId } = await aRoad(dependencies, { between, departsAt, seats: ['A1', 'A2'], bus: { operatorId } });
  const boardingPoints = [{ name: 'Kalanki', minutes: 10 }];
  await changePlan(dependencies, tripId, { arrivesAt: hoursAfter(departsAt, 6), boardingPoints });
  const booking = await aBooking(dependencies, {
    tripId,
    userId: user.id as UserId,
    seats: [seat('A1')],
    passengers: [sitting(seat('A1'), { boardingPoint: 'Kalanki' })],
    status: traits.status ?? 'CONFIRMED',
  });
  const token = dependencies.ticketTokens.sign({ bookingId: booking.id, bookingCode: booking.code }, booking.bookedAt);
  /** Signs the owner in anew, because access tokens end. */
  const staffToken = (): string => staffOn(() => web.api).signedIn(operator, 'OPERATOR').token;
  return {
    booking,
    tripId,
    departsAt,
    staffToken,
    ticketPage: `/ticket?token=${token}`,
    ticket: token,
    /** Reports that the bus was at a spot, `ago` minutes ago. */
    tell: (spot: object, ago = 0): Promise<unknown> =>
      web.api.post(
        '/api/conductor/positions',
        { trip_id: tripId, points: [{ at: toIso(minutesAfter(clock(), -ago)), ...spot }] },
        staffToken(),
      ),
  };
}

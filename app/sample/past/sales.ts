import type { GivenPassenger } from '../../../core/bookings/seat-passengers.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { BookingId, SeatNumber } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { Checkout } from '../../../core/payments/start-checkout.ts';
import type { Traveller } from './cast.ts';
import type { Departure } from './departures.ts';
import { type Person, familyOf, phoneNumber, somebody } from './names.ts';
import type { Stage } from './stage.ts';

type Selling = Pick<Stage, 'service' | 'agenda'>;

/** A planned sale. `booking` is set when the sale has succeeded. */
export interface Sale {
  booking: BookingId | undefined;
}

/** The passengers on the seats: the buyer first, then members of the family. */
function seated(
  seats: readonly SeatNumber[],
  { buyer, family }: { readonly buyer: Person; readonly family: string },
  { draws, boardingPoints }: Pick<Departure, 'draws' | 'boardingPoints'>,
): readonly GivenPassenger[] {
  const boardingPoint = draws.pick(boardingPoints);
  return seats.map((seat, index) => {
    const { name, age, gender } = index === 0 ? buyer : somebody(draws, family);
    return { seat, name, age, gender, boardingPoint, droppingPoint: '' };
  });
}

/** Minutes between booking and payment. */
const MINUTES_TO_PAY = 3;

/**
 * The `data` that the gateway would send back through the browser. The sample's gateway puts it into the URL of its
 * form.
 */
const broughtBack = ({ way }: Checkout): string => (way.kind === 'form' ? way.url : '');

interface Online {
  readonly buyer: Traveller;
  readonly count: number;
  readonly at: Instant;
  /** True if the passenger sees no answer to the first payment and pays a second time. */
  readonly paidTwice?: true;
}

/** Plans an online sale: a passenger holds seats, books them and pays. Plans nothing if all planned seats are taken. */
export function sellOnline(
  { service: { useCases }, agenda }: Selling,
  departure: Pick<Departure, 'tripId' | 'draws' | 'boardingPoints' | 'take'>,
  { buyer, count, at, paidTwice }: Online,
): Sale {
  const { tripId, draws, take } = departure;
  const sale: Sale = { booking: undefined };
  const seats = take(count);
  if (seats.length === 0) return sale;
  const family = { buyer: { ...somebody(draws), name: buyer.name }, family: buyer.family };
  const passengers = seated(seats, family, departure);
  const language = draws.chance(0.3) ? 'ne' : 'en';
  const checkouts: string[] = [];
  agenda.at(at, async () => {
    await useCases.lockSeats(buyer.userId, tripId, seats);
    const wanted = { tripId, seatNumbers: seats, passengers, seats: seats.length, language } as const;
    const { id } = await useCases.createBooking(buyer.userId, wanted);
    for (let attempts = paidTwice ? 2 : 1; attempts > 0; attempts -= 1)
      checkouts.push(broughtBack(await useCases.startCheckout(buyer.userId, id)));
    sale.booking = id;
  });
  agenda.at(minutesAfter(at, MINUTES_TO_PAY), async () => {
    for (const brought of checkouts) await useCases.handleSuccessCallback(brought, '127.0.0.1');
  });
  return sale;
}

interface AtCounter {
  readonly seller: Member;
  readonly count: number;
  readonly at: Instant;
  readonly paidBy: 'CASH' | 'QR';
}

/** Plans a sale to a buyer at the counter. */
export function sellAtCounter(
  { service: { useCases }, agenda }: Selling,
  departure: Departure,
  { seller, count, at, paidBy }: AtCounter,
): Sale {
  const { tripId, draws, take } = departure;
  const sale: Sale = { booking: undefined };
  const seats = take(count);
  if (seats.length === 0) return sale;
  const buyer = somebody(draws);
  const contact = { name: buyer.name, phone: phoneNumber(draws), email: null };
  const passengers = seated(seats, { buyer, family: familyOf(buyer.name) }, departure);
  const reference = paidBy === 'QR' ? `FP${draws.between(100_000, 999_999)}` : null;
  agenda.at(at, async () => {
    const wanted = { seatNumbers: seats, passengers, seats: seats.length, contact, paidBy, reference };
    sale.booking = (await useCases.sellAtCounter(seller, tripId, wanted)).id;
  });
  return sale;
}

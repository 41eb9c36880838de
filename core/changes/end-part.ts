import { type Booking, sectionOnRoad } from '../bookings/booking.ts';
import { cancellationMoment, priceOfPart } from '../bookings/cancelled-part.ts';
import type { Canceller } from '../bookings/ports.ts';
import { seatsInWords } from '../bookings/seats-in-words.ts';
import { type Paisa, minus, npr, share } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { cancelled } from '../ledger/entries.ts';
import { creditAgent } from '../payments/credit-agent.ts';
import { type BookingMoney, moneyOf } from '../payments/money.ts';
import { type Actor, changesBetween } from '../platform/trail.ts';
import { changesOfFreed, recordSeats } from '../seats/seat-events.ts';
import type { Trip } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { type AddedRefund, addRefunds } from './add-refunds.ts';
import type { AskedPart } from './asked-part.ts';
import { type Ended, operatorNotice } from './end-booking.ts';
import { type RefundQuote, atMost } from './refund-tiers.ts';

export interface PartEnding {
  /** The booking whose seats are cancelled. It must be locked, paid and not closed. */
  readonly booking: Booking;
  readonly trip: Trip;
  /** The seats or places to cancel, fewer than the booking has. None of their passengers may be on board. */
  readonly part: AskedPart;
  /** Quotes a cancellation. The price of the given booking is the price of the cancelled seats only. */
  readonly quoteOf: (part: Booking) => RefundQuote;
  readonly by: Canceller;
  readonly actor: Actor;
  readonly reason: string;
  readonly now: Instant;
}

/**
 * The quote for cancelling some seats, by the tiers and from the price of these seats. The refund is at most what
 * earlier refunds left of the booking's payments.
 */
export function quoteForPart(
  booking: Booking,
  { count }: Pick<AskedPart, 'count'>,
  quoteOf: PartEnding['quoteOf'],
  left: Paisa,
): RefundQuote {
  return atMost(quoteOf({ ...booking, total: priceOfPart(booking, count) }), left);
}

/**
 * Cancels some seats of a paid booking, which keeps its status. Reduces its price and shares to those of the remaining
 * seats. Puts the cancelled seats on sale again at once, and adds the quoted refund.
 */
export async function endPart(stores: CounterStores, asked: PartEnding): Promise<Ended> {
  const { booking, trip, part, quoteOf } = asked;
  const now = cancellationMoment(booking, asked.now);
  const ending = { ...asked, now };
  const money = await moneyOf(stores, booking);
  const quote = quoteForPart(booking, part, quoteOf, money.left);
  const amount = priceOfPart(booking, part.count);
  const refunds = await bookPart(stores, ending, { quote, amount, money });
  const [refund, ...more] = refunds;
  const refundIds = {
    refundId: refund?.refundId ?? null,
    ...(more.length > 0 && { moreRefundIds: more.map(({ refundId }) => refundId) }),
  };

  const seats = part.seats.length > 0 ? part.seats : Array.from({ length: part.count }, () => null);
  const shares = { amount, fee: quote.fee, refund: quote.refund, ...refundIds };
  await stores.bookedSeats.saveRest(booking, {
    ...restOf(booking, amount),
    seatsCount: booking.seatsCount - part.count,
    parts: [...booking.parts, { seats, ...shares, at: now, wasEarned: booking.earnedAt !== null }],
  });
  await freeSeats(stores, ending);
  await stores.events.record(operatorNotice(booking, trip, quote), now);
  await addToTrail(stores, ending, quote);
  const event = { kind: 'cancellation', total: booking.total, amount, refund: quote.refund } as const;
  await creditAgent(stores, booking, { refunds, event, paymentId: money.payments[0]?.payment.id ?? null }, now);
  return { ...quote, status: booking.status };
}

/** The price of the remaining seats, and the shares of company and platform in it. */
function restOf({ total, commissionRate }: Booking, amount: Paisa) {
  const rest = minus(total, amount);
  const commission = share(rest, commissionRate);
  return { total: rest, commission, operatorEarning: minus(rest, commission) };
}

interface Priced {
  readonly quote: RefundQuote;
  readonly amount: Paisa;
  readonly money: BookingMoney;
}

/**
 * Adds refunds of the booking's payments. Records in the ledger the refund and the shares of company and platform in
 * the fee.
 */
async function bookPart(
  stores: CounterStores,
  { booking, by, now }: PartEnding,
  { quote: { fee, refund }, amount, money }: Priced,
): Promise<readonly AddedRefund[]> {
  const [newest] = money.payments;
  if (!newest) return [];
  const refunds = await addRefunds(stores, { booking, amount: refund, by, now }, money);
  const part = {
    ...booking,
    total: amount,
    commission: minus(booking.commission, restOf(booking, amount).commission),
  };
  const isEarned = booking.earnedAt !== null;
  const { id: paymentId } = newest.payment;
  await stores.ledger.record(cancelled(part, { fee, refund, isEarned, paymentId, refunds }), now);
  return refunds;
}

async function freeSeats(stores: CounterStores, { booking, part: { seats, count }, now }: PartEnding): Promise<void> {
  const { bookedSeats, trips, holdings, boardings } = stores;
  const { id, tripId, userId, channel } = booking;
  if (seats.length === 0) {
    await trips.freePlaces(tripId, count, now, sectionOnRoad(booking));
    return boardings.closeRanks(id);
  }
  const freed = await bookedSeats.giveUp(id, seats, now);
  if (freed.length !== count) throw new Error(`Booking ${id} was changed while it was locked.`);
  // Ends the passenger's holding period of these seats (a limit against hoarding) now, not at the payment deadline.
  if (channel === 'ONLINE' && now < booking.paymentDeadline) await holdings.end(userId, tripId, seats, now);
  return recordSeats(stores, tripId, changesOfFreed(freed, 'BOOKED'), now);
}

const addToTrail = (
  { trail }: CounterStores,
  { booking, trip, part, actor, reason, now }: PartEnding,
  { fee, refund }: RefundQuote,
): Promise<void> => {
  const what = seatsInWords({ seats: part.seats.map((seat) => ({ seat })), seatsCount: part.count });
  const said = `Cancelled ${what} of booking ${booking.code}: ${npr(refund)} goes back, ${npr(fee)} is kept.`;
  return trail.add(
    {
      kind: 'BOOKING_CANCELLED',
      actor,
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes: changesBetween({ seats_count: booking.seatsCount }, { seats_count: booking.seatsCount - part.count }),
      // Leaves the reason out for passengers, who need not give one.
      description: actor.role === 'PASSENGER' ? said : `${said} Reason: ${reason}`,
      amount: refund,
    },
    now,
  );
};

import { type BasisPoints, type Paisa, minus, share, times } from '../kernel/money.ts';
import type { Booking } from './booking.ts';

/** The price of some seats, and the shares of company and platform in it. */
export function priceOf(
  fare: Paisa,
  seats: number,
  commissionRate: BasisPoints,
): Pick<Booking, 'total' | 'commissionRate' | 'commission' | 'operatorEarning'> {
  return shareOf(times(fare, seats), commissionRate);
}

/** A price, and the shares of company and platform in it. */
export function shareOf(total: Paisa, commissionRate: BasisPoints): ReturnType<typeof priceOf> {
  const commission = share(total, commissionRate);
  return { total, commissionRate, commission, operatorEarning: minus(total, commission) };
}

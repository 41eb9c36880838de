import { minus, share, times } from '../kernel/money.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import type { Booking } from './booking.ts';

/** What a number of seats costs, and how the total is shared. */
export function priceOf(
  fare: Paisa,
  seats: number,
  commissionRate: BasisPoints,
): Pick<Booking, 'total' | 'commissionRate' | 'commission' | 'operatorEarning'> {
  const total = times(fare, seats);
  const commission = share(total, commissionRate);
  return { total, commissionRate, commission, operatorEarning: minus(total, commission) };
}

import type { OperatorId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';

/** What an operator is told of its bookings. */
export type OperatorNotified =
  | { readonly type: 'booking_confirmed'; readonly operatorId: OperatorId; readonly bookingCode: string; readonly seatsCount: number; readonly amount: Paisa }
  | { readonly type: 'booking_cancelled'; readonly operatorId: OperatorId; readonly bookingCode: string; readonly refund: Paisa };

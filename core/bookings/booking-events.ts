import type { OperatorId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';

/** What an operator is told about its bookings. */
export type OperatorNotified =
  | {
      readonly type: 'booking confirmed';
      readonly operatorId: OperatorId;
      readonly bookingCode: string;
      readonly seatsCount: number;
      readonly amount: Paisa;
    }
  | {
      readonly type: 'booking cancelled';
      readonly operatorId: OperatorId;
      readonly bookingCode: string;
      readonly refund: Paisa;
    };

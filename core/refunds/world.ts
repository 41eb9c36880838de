import type { AgentStores } from '../agents/world.ts';
import type { ChangeWorld } from '../changes/world.ts';
import type { FoundPayments, RefundRecords } from './ports.ts';

/** The stores of one transaction: those of the area `refunds` and of the areas below it. */
export interface RefundStores extends AgentStores {
  readonly refundRecords: Pick<RefundRecords, 'find' | 'sharing'>;
  readonly foundPayments: FoundPayments;
}

/** The dependencies of use cases of the area `refunds`. */
export interface RefundWorld<Stores extends RefundStores = RefundStores> extends ChangeWorld<Stores> {
  readonly refundRecords: RefundRecords;
  readonly refundLookupMinutes: number;
}

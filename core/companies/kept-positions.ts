import type { OperatorId } from '../kernel/ids.ts';

/** The part of the area `road` that changes of a company need. */
export interface ForgetsPositions<Stores> {
  /** Deletes all points of a company's buses. */
  readonly forgetPositions: (stores: Stores, operatorId: OperatorId) => Promise<void>;
}

import type { ShiftId } from '../kernel/ids.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import type { Finding } from './finding.ts';

/** A closed shift with cash that was taken or paid back after its end. */
export interface LateCash {
  readonly shiftId: ShiftId;
  readonly closedAt: Instant;
  /** The moment of the last sale or refund in the shift. */
  readonly lastAt: Instant;
}

export const lateCashFinding = ({ shiftId, closedAt, lastAt }: LateCash): Finding => ({
  invariant: 'COUNTER_SALE_DIFFERS',
  row: `shift ${shiftId}`,
  says: `it was closed ${toIso(closedAt)}, before its last sale or refund ${toIso(lastAt)}`,
});

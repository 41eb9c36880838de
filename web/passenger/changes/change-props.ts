import type { Schemas } from '../../api/operations.ts';

/** What every form of a change needs. */
export interface ChangeProps {
  readonly booking: Schemas['Booking'];
  /** Called after a change that leaves the reader on this booking. */
  readonly onChanged: () => unknown;
}

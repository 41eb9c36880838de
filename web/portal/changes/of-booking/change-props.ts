import type { Schemas } from '../../../api/operations.ts';

/** The properties of every form of a change. */
export interface ChangeProps {
  readonly booking: Schemas['OfficeBooking'];
  /** Called after a change that leaves the reader on this booking. */
  readonly onChanged: (booking: Schemas['OfficeBooking']) => void;
}

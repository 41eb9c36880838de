import type { Schemas } from '../../../api/operations.ts';

/** The properties of every form that changes a booking. */
export interface ChangeProps {
  readonly booking: Schemas['OfficeBooking'];
  /** Called after a change if the user stays on this booking's page. */
  readonly onChanged: (booking: Schemas['OfficeBooking']) => void;
}

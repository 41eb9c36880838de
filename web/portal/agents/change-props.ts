import type { Schemas } from '../../api/operations.ts';
import { w } from '../words.ts';

export type Booking = Schemas['AgentBooking'];

/** The properties of every form with which an agent changes a booking. */
export interface ChangeProps {
  readonly booking: Booking;
  /** Called after a change if the user stays on this booking's page. */
  readonly onChanged: () => Promise<void>;
}

/** The texts of the forms: those of a company's forms, where an agent needs no others. */
export const wordsOfChange = () => ({ ...w.value.changing, ...w.value.agency.changing });

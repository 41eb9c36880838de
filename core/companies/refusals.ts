import type { Position } from '../accounts/membership.ts';
import { refusal } from '../kernel/refusal.ts';

export const positionTooLow = refusal(
  'forbidden',
  'POSITION_TOO_LOW',
  (least: Position) => `Only members of the staff from ${least} upwards may do this.`,
);
export const companySuspended = refusal(
  'forbidden',
  'COMPANY_SUSPENDED',
  'This company is suspended: its data can be read, but not changed.',
);

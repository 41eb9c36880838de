import { duration, quietTime } from './variable-readers.ts';
import { variable } from './variable.ts';

/** Settings of offers to people who wait for seats. */
export const LINE_VARIABLES = {
  OFFER_MINUTES: variable(
    '15',
    duration,
    'How long free seats are kept for a person who waits for them; in the last 3 hours before departure a third of it.',
  ),
  OFFER_QUIET: variable(
    '22:00-06:00',
    quietTime,
    'The local hours in which nobody has to hurry: an offer of seats made in them, more than 12 hours before departure, stands until OFFER_MINUTES after their end, and its text is sent then. `off`: no such hours.',
  ),
} as const;

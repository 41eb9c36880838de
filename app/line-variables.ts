import { duration, oneOf, quietTime, whole } from './variable-readers.ts';
import { variable } from './variable.ts';

/** Settings of offers to people who wait for seats, and of the openings of sales. */
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
  DOOR_STEP_MINUTES: variable(
    '15',
    duration,
    'The sale of trips opens only at whole multiples of these minutes after the local midnight. `npm run demo` takes 1 unless it is set.',
  ),
  DOOR_JOIN_HOURS: variable(
    '24',
    duration,
    'From how many hours before the opening of a sale on people take their places in line.',
  ),
  DOOR_PASS_MINUTES: variable('15', duration, 'How long a pass is good for buying after the opening of a sale.'),
  DOOR_ADMITS_PER_MINUTE: variable(
    '600',
    whole(1, 100_000),
    'How many people are let in each minute after the opening of a sale. Administrators set it for a door.',
  ),
  DOOR_IDENTITY: variable(
    'phone',
    oneOf('phone', 'account'),
    'What a place in line needs: an account with a verified `phone`, or any `account`.',
  ),
  DOOR_SEATS_PER_DAY: variable(
    '6',
    whole(1, 1_000),
    'The most seats that one person may have for a day, on all trips that depart on it, until the rush after the opening of their sale is over.',
  ),
  DOOR_COUNTER_PERCENT: variable(
    '30',
    whole(0, 100),
    'The most that blocks and counter sales may take of a trip, in percent of its seats, until the rush after the opening of its sale is over.',
  ),
} as const;

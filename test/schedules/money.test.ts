import { testMeetings } from '../support/schedules/meetings.ts';

/** Minutes after which a booking that is not paid expires. */
const OVERDUE = { minutes: 20, isSwept: true };

/** Minutes after which the morning trip has departed, so that its bookings are earned. */
const DEPARTED = { minutes: 190, isSwept: true };

testMeetings('payments, refunds and statements', [
  { actors: ['pay', 'pay'], isNightly: true },
  { actors: ['pay', 'pay again'] },
  { actors: ['pay', 'cancel unpaid'] },
  { actors: ['pay', 'cancel trip'], isNightly: true },
  { actors: ['pay', 'expire'], ...OVERDUE, isLarge: true, isNightly: true },
  // A late payment first expires the booking, and then looks for its seats.
  {
    actors: ['pay', 'hold unpaid seat'],
    ...OVERDUE,
    isLarge: true,
    orders: [['expire', 'hold unpaid seat', 'pay']],
    isNightly: true,
  },
  {
    actors: ['pay', 'sell unpaid seat'],
    ...OVERDUE,
    isLarge: true,
    orders: [['expire', 'sell unpaid seat', 'pay']],
    isNightly: true,
  },
  { actors: ['return', 'check'], isLarge: true },
  { actors: ['return', 'expire'], ...OVERDUE, isLarge: true, isNightly: true },
  { actors: ['expire', 'cancel unpaid'], ...OVERDUE, isLarge: true },
  { actors: ['expire', 'hold unpaid seat'], ...OVERDUE, isLarge: true, isNightly: true },
  { actors: ['cancel', 'goodwill'] },
  { actors: ['change', 'goodwill'], isNightly: true },
  { actors: ['goodwill', 'more goodwill'] },
  { actors: ['goodwill on account', 'send'], isNightly: true },
  { actors: ['claim', 'claim too'], isNightly: true },
  { actors: ['claim', 'send too'] },
  { actors: ['send', 'send too'] },
  { actors: ['pay cash', 'take over'] },
  { actors: ['confirm adjustment', 'reject adjustment'] },
  { actors: ['state', 'state too'], isLarge: true },
  { actors: ['state', 'cancel a journey'], isNightly: true },
  { actors: ['state', 'earn'], ...DEPARTED, isLarge: true, isNightly: true },
  { actors: ['earn', 'cancel for office'], ...DEPARTED, isLarge: true },
  { actors: ['pay', 'expire', 'hold unpaid seat'], ...OVERDUE, isLarge: true },
]);

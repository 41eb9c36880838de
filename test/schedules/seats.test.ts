import { testMeetings } from '../support/schedules/meetings.ts';

testMeetings('seats, counters, agents and lines', [
  { actors: ['hold', 'hold too'] },
  { actors: ['hold', 'block'] },
  { actors: ['hold', 'sell'], isNightly: true },
  { actors: ['hold', 'swap'] },
  { actors: ['block', 'sell'], isNightly: true },
  { actors: ['sell', 'swap'], isLarge: true, isNightly: true },
  { actors: ['sell', 'close shift'] },
  { actors: ['pay cash', 'close shift'] },
  { actors: ['cancel a sale', 'close shift'], isLarge: true, isNightly: true },
  { actors: ['agent holds', 'hold'] },
  { actors: ['agent sells', 'agent sells'], isNightly: true },
  { actors: ['agent sells', 'agent sells more'], isLarge: true, isNightly: true },
  { actors: ['agent sells', 'agent is suspended'], isLarge: true },
  { actors: ['agent sells', 'company stops agents'], isNightly: true },
  { actors: ['agent sells', 'cancel trip'], isLarge: true, isNightly: true },
  { actors: ['agent cancels', 'cancel evening trip'], isNightly: true },
  { actors: ['leave', 'wait'] },
  { actors: ['leave', 'cancel awaited'], isLarge: true, isNightly: true },
  { actors: ['hold awaited seat', 'cancel awaited'], isLarge: true, isNightly: true },
  { actors: ['leave', 'cancel awaited', 'hold awaited seat'], isLarge: true },
]);

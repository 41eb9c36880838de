import { testMeetings } from '../support/schedules/meetings.ts';

testMeetings('seats, counters, agents and lines', [
  { actors: ['hold', 'hold too'] },
  { actors: ['hold', 'block'] },
  { actors: ['hold', 'sell'] },
  { actors: ['hold', 'swap'] },
  { actors: ['block', 'sell'] },
  { actors: ['sell', 'swap'], isLarge: true },
  { actors: ['sell', 'close shift'] },
  { actors: ['pay cash', 'close shift'] },
  { actors: ['cancel a sale', 'close shift'], isLarge: true },
  { actors: ['agent holds', 'hold'] },
  { actors: ['agent sells', 'agent sells'] },
  { actors: ['agent sells', 'agent sells more'], isLarge: true },
  { actors: ['agent sells', 'agent is suspended'], isLarge: true },
  { actors: ['agent sells', 'company stops agents'] },
  { actors: ['agent sells', 'cancel trip'], isLarge: true },
  { actors: ['agent cancels', 'cancel evening trip'] },
  { actors: ['leave', 'wait'] },
  { actors: ['leave', 'cancel awaited'], isLarge: true },
  { actors: ['hold awaited seat', 'cancel awaited'], isLarge: true },
  { actors: ['leave', 'cancel awaited', 'hold awaited seat'], isLarge: true },
]);

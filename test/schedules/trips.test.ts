import { testMeetings } from '../support/schedules/meetings.ts';

testMeetings('bookings and their trips', [
  { actors: ['cancel', 'board'] },
  { actors: ['cancel', 'change'] },
  { actors: ['cancel', 'swap'] },
  { actors: ['cancel', 'retime'] },
  { actors: ['cancel', 'cancel trip'] },
  { actors: ['cancel a seat', 'board'] },
  { actors: ['change', 'board'] },
  { actors: ['change', 'swap'] },
  { actors: ['change', 'cancel trip'] },
  { actors: ['board', 'depart'] },
  { actors: ['board', 'swap'] },
  { actors: ['board', 'cancel trip'], isLarge: true },
  { actors: ['board offline', 'cancel for office'] },
  { actors: ['depart', 'sell'] },
  { actors: ['retime', 'import'], isLarge: true },
  { actors: ['cancel trip', 'import'], isLarge: true },
  { actors: ['import a cancelled trip', 'board'], isLarge: true },
  { actors: ['cancel', 'board', 'swap'], isLarge: true },
]);

import { testMeetings } from '../support/schedules/meetings.ts';

testMeetings('bookings and their trips', [
  { actors: ['cancel', 'board'] },
  { actors: ['cancel', 'change'] },
  { actors: ['cancel', 'swap'], isNightly: true },
  { actors: ['cancel', 'retime'] },
  { actors: ['cancel', 'cancel trip'] },
  { actors: ['cancel a seat', 'board'], isNightly: true },
  { actors: ['change', 'board'], isNightly: true },
  { actors: ['change', 'swap'], isNightly: true },
  { actors: ['change', 'cancel trip'], isNightly: true },
  { actors: ['board', 'depart'] },
  { actors: ['board', 'swap'], isNightly: true },
  { actors: ['board', 'cancel trip'], isLarge: true, isNightly: true },
  { actors: ['board offline', 'cancel for office'], isNightly: true },
  { actors: ['depart', 'sell'], isNightly: true },
  { actors: ['retime', 'import'], isLarge: true, isNightly: true },
  { actors: ['cancel trip', 'import'], isLarge: true, isNightly: true },
  { actors: ['import a cancelled trip', 'board'], isLarge: true },
  { actors: ['cancel', 'board', 'swap'], isLarge: true },
]);

import { testMeetings } from '../support/schedules/meetings.ts';

testMeetings('bookings and their trips', [
  { actors: ['cancel', 'board'] },
  { actors: ['cancel', 'change'] },
  { actors: ['cancel', 'swap'] },
]);

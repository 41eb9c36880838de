import { Type } from '@sinclair/typebox';
import { toIso } from '../../../core/kernel/time.ts';
import { DOOR_STATES, doorNameOf } from '../../../core/line/door.ts';
import type { DoorBoard, ShownDoor } from '../../../core/line/door-board.ts';
import { moment, nullable } from '../route/fields.ts';

/** A door as everybody sees it. */
export const doorResponse = Type.Object(
  {
    id: Type.String({
      description: 'Names the door: the moment of its opening in UTC.',
      examples: ['20261005T041500'],
    }),
    opens_at: moment({ description: 'Tells when the sale opens.' }),
    now: moment({ description: 'Tells when this answer was made. It serves everybody for five seconds.' }),
    state: Type.String({
      enum: [...DOOR_STATES],
      description:
        'Is ANNOUNCED at first, JOINING while people take places before the opening, OPEN from the opening on, and CLEAR for good once the rush is over, when nobody needs a place or a pass any more.',
    }),
    joined: Type.Integer({ description: 'Counts the places that were taken.', examples: [12_000] }),
    admitted: Type.Integer({
      description: 'Gives the highest number that may enter; all lower numbers may, too.',
      examples: [600],
    }),
    admits_per_minute: Type.Integer({
      description: 'Counts the people who are let in each minute.',
      examples: [600],
    }),
    poll_seconds: Type.Integer({
      description: 'Gives the number of seconds after which a page asks again.',
      examples: [6],
    }),
    paused: Type.Boolean({
      description: 'Is true if the platform has paused the door, so that nobody is let in; false if it lets people in.',
    }),
    notice: nullable(Type.String({ description: 'Is a notice to those who wait, in English; null for none.' })),
    notice_ne: nullable(Type.String({ description: 'Is a notice to those who wait, in Nepali; null for none.' })),
    seats: Type.Integer({ description: 'Counts the seats of all trips that open then.', examples: [400] }),
    seats_left: Type.Integer({ description: 'Counts those of these seats that are free.', examples: [380] }),
    routes: Type.Array(
      Type.Object(
        {
          source_city: Type.String({ examples: ['Kathmandu'] }),
          destination_city: Type.String({ examples: ['Pokhara'] }),
          seats_left: Type.Integer({ examples: [120] }),
        },
        { title: 'DoorRoute' },
      ),
      { description: 'Lists the routes of these trips with their free seats, at most 50.' },
    ),
  },
  { title: 'Door' },
);

export const toDoor = ({ now }: Pick<DoorBoard, 'now'>, shown: ShownDoor) => ({
  id: doorNameOf(shown.door.opensAt),
  opens_at: toIso(shown.door.opensAt),
  now: toIso(now),
  state: shown.state,
  joined: shown.door.joined,
  admitted: shown.door.admitted,
  admits_per_minute: shown.admitsPerMinute,
  poll_seconds: shown.pollSeconds,
  paused: shown.door.paused,
  notice: shown.door.notice,
  notice_ne: shown.door.noticeNe,
  seats: shown.seats,
  seats_left: shown.seatsLeft,
  routes: shown.routes.map(({ source, destination, seatsLeft }) => ({
    source_city: source,
    destination_city: destination,
    seats_left: seatsLeft,
  })),
});

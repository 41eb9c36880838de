import { Type } from '@sinclair/typebox';
import { toIso } from '../../../core/kernel/time.ts';
import type { ChangeDoor } from '../../../core/line/change-door.ts';
import { doorExists, doorOpen, doorUnknown } from '../../../core/line/door-refusals.ts';
import type { MoveDoor } from '../../../core/line/move-door.ts';
import type {
  FindDoor,
  FindMovableDoor,
  OfficeDoor,
  TripAtDoor,
  ViewOfficeDoor,
} from '../../../core/line/view-office-door.ts';
import { departureMoment, momentOf, orNull, sized, sizedLines, wantedMoment, whole } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { doorResponse, toDoor } from './door.ts';

interface Uses {
  readonly findDoor: FindDoor;
  readonly findMovableDoor: FindMovableDoor;
  readonly viewOfficeDoor: ViewOfficeDoor;
  readonly changeDoor: ChangeDoor;
  readonly moveDoor: MoveDoor;
}

const MOST_NOTICE = 200;
const MOST_REASON = 300;

const params = Type.Object({
  id: Type.String({ description: 'Names the door: the moment of its opening in UTC, such as 20261005T041500.' }),
});

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

const officeDoorResponse = Type.Composite([
  doorResponse,
  Type.Object({
    trips: Type.Array(
      Type.Object({
        id: Type.Integer({ examples: [42] }),
        source_city: Type.String({ examples: ['Kathmandu'] }),
        destination_city: Type.String({ examples: ['Pokhara'] }),
        departure_time: departureMoment(),
        seats: count('Counts the seats of the trip.', 40),
        sold_online: count('Counts the seats that passengers booked themselves.', 12),
        sold_counter: count('Counts the seats that counters sold, or that offices moved bookings onto.', 5),
        withheld: count('Counts the blocked seats that nobody has booked.', 3),
        held: count('Counts the seats that are held or offered.', 4),
        left: count('Counts the free seats.', 16),
      }),
      {
        description:
          'Lists the trips that open then, by departure: those of the company, or of all for administrators.',
      },
    ),
    entered: count('Counts the places whose person has gone in.', 580),
    passes_running: count('Counts the passes that are good now.', 210),
    refused: Type.Object(
      {
        NOT_YET: count('Counts the attempts to go in before the turn.', 31),
        DOOR_PASS_NEEDED: count('Counts the requests for seats without a good pass.', 12),
        SEATS_PER_DAY: count('Counts the requests for more seats than one person may have for a day.', 2),
        COUNTER_SHARE: count('Counts the blocks and counter sales beyond their share.', 1),
      },
      { description: 'Counts the refused requests since the opening. After a crash the numbers are about right.' },
    ),
  }),
]);

const toTrip = ({ trip: { id, source, destination, departsAt, seats, withheld }, soldAtCounter }: TripAtDoor) => ({
  id,
  source_city: source.name,
  destination_city: destination.name,
  departure_time: toIso(departsAt),
  seats: seats.total,
  sold_online: Math.max(0, seats.sold - soldAtCounter),
  sold_counter: soldAtCounter,
  withheld,
  held: seats.held,
  left: seats.left,
});

const toOfficeDoor = ({ now, shown, trips, figures }: OfficeDoor) => ({
  ...toDoor({ now }, shown),
  trips: trips.map(toTrip),
  entered: figures.entered,
  passes_running: figures.passesRunning,
  refused: figures.refused,
});

const notice = (language: string) =>
  Type.Optional(
    orNull(
      sized(
        { max: MOST_NOTICE },
        { description: `Is a notice in ${language} to those who wait; null for none.`, examples: [null] },
      ),
    ),
  );

export const officeDoorRoutes = ({ findDoor, findMovableDoor, viewOfficeDoor, changeDoor, moveDoor }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/doors/:id',
    operationId: 'getOperatorDoor',
    summary: 'Follow the opening of a sale',
    description:
      "Shows the door as everybody sees it, with your company's trips, how many people went in and how many requests were refused. The figures are live.",
    returns: "Shows the door with the company's trips.",
    access: 'clerk',
    params,
    exists: ({ params: { id } }) => findDoor(id),
    status: 200,
    response: officeDoorResponse,
    refuses: [doorUnknown],
    handle: async ({ caller, params: { id } }) => toOfficeDoor(await viewOfficeDoor(id, caller.staff.operatorId)),
  }),

  route({
    method: 'get',
    path: '/api/admin/doors/:id',
    operationId: 'getAdminDoor',
    summary: 'Follow the opening of a sale, with the trips of all companies',
    description:
      'Shows the door as everybody sees it, with all trips, how many people went in and how many requests were refused. The figures are live.',
    returns: 'Shows the door with all trips.',
    access: 'admin',
    params,
    exists: ({ params: { id } }) => findDoor(id),
    status: 200,
    response: officeDoorResponse,
    refuses: [doorUnknown],
    handle: async ({ params: { id } }) => toOfficeDoor(await viewOfficeDoor(id)),
  }),

  route({
    method: 'patch',
    path: '/api/admin/doors/:id',
    operationId: 'changeDoor',
    summary: 'Change how fast a door lets people in',
    description:
      'Changes the number of people who are let in each minute, pauses the door or goes on, and sets the notice to those who wait. Fields that are left out stay as they are.',
    returns: 'Shows the changed door with all trips.',
    access: 'admin',
    params,
    exists: ({ params: { id } }) => findDoor(id),
    body: Type.Object({
      admits_per_minute: Type.Optional(
        whole(
          { minimum: 1, maximum: 100_000 },
          { description: 'Counts the people who are let in each minute.', examples: [300] },
        ),
      ),
      paused: Type.Optional(
        Type.Boolean({
          description: 'Is true if nobody is to be let in for the time being; false lets people in again.',
        }),
      ),
      notice: notice('English'),
      notice_ne: notice('Nepali'),
    }),
    status: 200,
    response: officeDoorResponse,
    refuses: [doorUnknown],
    handle: async ({ caller, params: { id }, body }) => {
      const { admits_per_minute: admitsPerMinute, paused, notice: text, notice_ne: noticeNe } = body;
      const changed = await changeDoor(caller.userId, id, {
        ...(admitsPerMinute !== undefined && { admitsPerMinute }),
        ...(paused !== undefined && { paused }),
        ...(text !== undefined && { notice: text === '' ? null : text }),
        ...(noticeNe !== undefined && { noticeNe: noticeNe === '' ? null : noticeNe }),
      });
      return toOfficeDoor(changed);
    },
  }),

  route({
    method: 'post',
    path: '/api/admin/doors/:id/move',
    operationId: 'moveDoor',
    summary: 'Move the opening of a sale to another moment',
    description:
      'Moves all trips and timetables that open at the moment, with the places that people have taken. Whoever joined is told by text and mail, with the reason. The door gets another id.',
    returns: 'Shows the moved door with all trips.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id } }) => findMovableDoor(id),
    body: Type.Object({
      opens_at: wantedMoment({
        description:
          'Sets the new moment: a whole step of the local day, in the future, within 60 days and before each departure.',
        examples: ['{tomorrow}T04:15:00Z'],
      }),
      reason: sizedLines(
        { min: 1, max: MOST_REASON },
        { description: 'Gives the reason, which those who joined read.', examples: ['The road is closed.'] },
      ),
    }),
    status: 200,
    response: officeDoorResponse,
    refuses: [doorUnknown, doorOpen, doorExists],
    handle: ({ caller, params: { id }, body: { opens_at: opensAt, reason }, once }) => {
      const move = { opensAt: momentOf(opensAt), reason };
      return once(toOfficeDoor, (keep) => moveDoor(caller.userId, id, move, keep));
    },
  }),
];

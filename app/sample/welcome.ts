import { join, resolve } from 'node:path';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Settings } from '../settings.ts';
import type { LineTrips } from './line.ts';
import type { MovingBus } from './moving-bus.ts';
import { AGENCY } from './agency.ts';
import { PASSENGER, PASSWORD, STAFF } from './people.ts';

interface Made {
  /** The key of an agent that was made for this start. Undefined if the settings take real money. */
  readonly testKey: string | undefined;
  /** The trips on which people wait. Undefined if the sample's company has none. */
  readonly lineTrips: LineTrips | undefined;
  /** The simulated bus that is on its road. Undefined if the sample's company or passenger is gone. */
  readonly movingBus: MovingBus | undefined;
}

/** The text that `npm run demo` prints when it is ready: addresses, accounts and hints. */
export const welcome = (settings: Settings, now: Instant, { testKey, lineTrips, movingBus }: Made): string => `
  The bus ticket service is running. Everything in it is real but the money.

${inColumns([
  ['Buy a seat', `${settings.baseUrl}/`],
  ['Run a company', `${settings.baseUrl}/portal`],
  ['Check tickets', `${settings.baseUrl}/conductor`],
  ...forThoseWhoWait(settings, lineTrips),
  ...forThoseOnTheRoad(settings, movingBus),
])}

    Sign in with the password ${PASSWORD} as
${inColumns(signIns)}

    A company's people are also asked for a code that is mailed to them. Find it below.

${inColumns(forProgrammers(settings, now, testKey))}

  Stop it with Ctrl-C. It keeps what it has: start it again and go on.
`;

type Line = readonly [what: string, where: string];

const WIDTH = 33;

const inColumns = (lines: readonly Line[]): string =>
  lines.map(([what, where]) => `    ${what.padEnd(WIDTH)}${where}`).join('\n');

function forThoseWhoWait({ baseUrl, timeZone }: Settings, trips: LineTrips | undefined): readonly Line[] {
  if (!trips) return [];
  const { opening, full } = trips;
  const [, time] = calendarOf(timeZone).text(opening.at).split(' ');
  return [
    [`Join a sale that opens at ${time}`, `${baseUrl}/door/${opening.door}?trip=${opening.trip}`],
    ['Wait for seats of a full bus', `${baseUrl}/trips/${full}`],
  ];
}

const forThoseOnTheRoad = ({ baseUrl }: Settings, bus: MovingBus | undefined): readonly Line[] =>
  bus
    ? [
        ['Follow a bus (simulated)', bus.link],
        ["The same on Asha's booking", `${baseUrl}/bookings/${bus.booking}`],
      ]
    : [];

const signIns: readonly Line[] = [
  [PASSENGER.email, 'a passenger'],
  ['himchuli@example.com', 'the owner of a bus company'],
  ...STAFF.filter(({ of }) => of === 'himchuli@example.com').map(({ email, position }): Line => [
    email,
    `its ${position.toLowerCase()}`,
  ]),
  [AGENCY.email, 'the owner of an agency'],
  ['admin@example.com', 'an administrator of all companies'],
];

function forProgrammers(settings: Settings, now: Instant, testKey: string | undefined): readonly Line[] {
  const { baseUrl, dataDir, mqtt, mail, sandbox, timeZone, databaseUrl } = settings;
  const calendar = calendarOf(timeZone);
  const tomorrow = calendar.dateAfter(calendar.date(now), 1);
  return [
    ['The API, to try out', `${baseUrl}/api/docs`],
    ...(testKey === undefined ? [] : [['A key of an agent', testKey] as const]),
    ['Find a bus', `curl '${baseUrl}/api/trips?origin=Kathmandu&destination=Pokhara&date=${tomorrow}'`],
    ['Seats as they change', `${brokerOf(settings)}   topic ${mqtt.topicPrefix}/schedules/+/seats`],
    ['Mails', mail.url === 'outbox' ? resolve(join(dataDir, 'outbox')) : 'are sent by your mail server'],
    [
      'Payments',
      sandbox
        ? 'end in a sandbox that plays all four gateways: Pay, Fail or Walk away'
        : 'go to the merchants of your settings',
    ],
    ['Database', withoutPassword(databaseUrl)],
  ];
}

function brokerOf({ baseUrl, host, mqtt }: Settings): string {
  if (mqtt.url !== 'embedded') return withoutPassword(mqtt.url);
  const direct = mqtt.port > 0 ? [`mqtt://${host}:${mqtt.port}`] : [];
  return [`${baseUrl.replace(/^http/, 'ws')}/mqtt`, ...direct].join('  and  ');
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^/@]*@/, '//');

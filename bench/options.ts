import { parseArgs } from 'node:util';

/** Parts that can be measured alone. The cases come first. */
const PARTS = [
  ...['search20', 'search100', 'tripDetail', 'seatMap', 'lockSpread', 'lockHot', 'flow', 'book', 'checkOut', 'pay'],
  ...['myBookings', 'ticket', 'refresh', 'mixed', 'signIn', 'start', 'storm', 'sends', 'subscribers', 'processes'],
  ...['sizes', 'koa', 'timetables', 'disruptions', 'statements', 'polling', 'check', 'web'],
] as const;

export const HELP = `Measures the built service beside a minimal server that does the same work, and beside what its databases can do
alone, in one run on one machine. The service and the minimal server take turns.

  npm run bench -- [--only NAME,NAME] [--sizes 1000,100000,1000000] [--seconds 5] [--postgres URL] [--json FILE]

  --only         only these, on the middle catalogue:
                 ${PARTS.slice(0, 14).join(' ')}
                 ${PARTS.slice(14).join(' ')}
  --sizes        schedules in the generated catalogues; every case runs on the middle one, search on all
  --seconds      how long each case is driven, at 50 connections
  --subscribers  how many clients follow the seats over MQTT (default 1000)
  --postgres     an empty database to measure on too, with one process and with two; its contents are left there afterwards.
                 The minimal server gets a copy of it, called NAME_minimal, which the user of the URL must be allowed to create
  --json         where to write the figures
  --tiny         one small catalogue and one request per connection: only to see that everything works

\`web\`, how soon the search page can be used by a slow phone on a slow network, is measured only if it is named: it needs Chromium.

A line that misses its target says MISSED. That does not change the exit status, since a figure depends on the machine.
The status is 1 when something broke: a request that should not fail, or an invariant that \`npm run check\` finds broken.
`;

export interface Options {
  readonly sizes: readonly number[];
  readonly seconds: number;
  readonly tiny: boolean;
  /** Undefined means all parts that need no special software. */
  readonly only: readonly string[] | undefined;
  readonly subscribers: number;
  readonly passengers: number;
  readonly postgres: string | undefined;
  readonly json: string | undefined;
}

/** Options of the command line. Undefined if it asks for help. */
export function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,100000,1000000' },
      seconds: { type: 'string', default: '5' },
      subscribers: { type: 'string', default: '1000' },
      only: { type: 'string' },
      postgres: { type: 'string' },
      json: { type: 'string' },
      tiny: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !(PARTS as readonly string[]).includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`Nothing is called ${unknown.join(', ')}. --help says what can be measured.`);
  const shared = { postgres: values.postgres, json: values.json, only };
  if (values.tiny) return { ...shared, sizes: [1_000], seconds: 0.05, tiny: true, subscribers: 10, passengers: 150 };
  return {
    ...shared,
    sizes: values.sizes.split(',').map(Number),
    seconds: Number(values.seconds),
    tiny: false,
    subscribers: Number(values.subscribers),
    passengers: 400,
  };
}

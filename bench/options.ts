import { parseArgs } from 'node:util';

/** Parts of the benchmark that can be measured alone. The cases come first. */
const PARTS = [
  ...['search20', 'search100', 'tripDetail', 'seatMap', 'lockSpread', 'lockHot', 'flow', 'book', 'checkOut', 'pay'],
  ...['myBookings', 'allBookings', 'ticket', 'refresh', 'mixed', 'signIn', 'start', 'storm', 'sends'],
  ...['subscribers', 'processes'],
  ...[
    'sizes',
    'koa',
    'timetables',
    'disruptions',
    'sections',
    'statements',
    'polling',
    'best',
    'door',
    'gtfs',
    'check',
    'web',
  ],
] as const;

export const HELP = `Measures the built service beside a minimal server that does the same work, and beside its databases without a server,
in one run on one machine. The service and the minimal server take turns.

  npm run bench -- [--only NAME,NAME] [--sizes 1000,100000,1000000] [--seconds 5] [--postgres URL] [--json FILE]

  --only         only these parts, on the catalogue of medium size:
                 ${PARTS.slice(0, 15).join(' ')}
                 ${PARTS.slice(15).join(' ')}
  --sizes        numbers of schedules in the generated catalogues; every case runs on the medium size, search on all sizes
  --seconds      the duration of each case, at 50 connections
  --subscribers  the number of clients that follow the seats over MQTT (default 1000)
  --postgres     an additional, empty database, measured with one process and with two; its rows are kept afterwards.
                 The minimal server gets a copy of it, called NAME_minimal, which the user of the URL must be allowed to create
  --json         the file to write the figures to
  --gtfs         the timetable feed of 100,000 trips alone, as --only gtfs
  --tiny         one small catalogue and one request per connection, to check that everything works

\`door\` measures an opening of a sale with 50,000 places in line, and needs --postgres.
\`web\` measures the time until a slow phone on a slow network can use the search page. It runs only if it is named, because it needs Chromium.

A line that misses its target says MISSED. That does not change the exit status, since a figure depends on the machine.
The status is 1 after a failure: a request that should not fail, or an invariant that \`npm run check\` finds broken.
`;

export interface Options {
  readonly sizes: readonly number[];
  readonly seconds: number;
  readonly tiny: boolean;
  /** The parts that the user has selected. Undefined means all parts that need no special software. */
  readonly only: readonly string[] | undefined;
  readonly subscribers: number;
  readonly passengers: number;
  readonly postgres: string | undefined;
  readonly json: string | undefined;
}

/** Reads the options of the command line. Undefined if the user asks for help. */
export function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,100000,1000000' },
      seconds: { type: 'string', default: '5' },
      subscribers: { type: 'string', default: '1000' },
      only: { type: 'string' },
      postgres: { type: 'string' },
      json: { type: 'string' },
      gtfs: { type: 'boolean', default: false },
      tiny: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const named = values.only?.split(',');
  const only = values.gtfs ? [...(named ?? []), 'gtfs'] : named;
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

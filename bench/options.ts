import { parseArgs } from 'node:util';

export const HELP = `Measures the built service beside what its databases and Koa alone can do, in one run on one machine.

  npm run bench -- [--sizes 1000,100000,1000000] [--seconds 5] [--postgres URL] [--json FILE]

  --sizes        schedules in the generated catalogues; every case runs on the middle one, search on all
  --seconds      how long each case is driven at 50 connections (half of it at 1 and 10)
  --subscribers  how many clients follow the seats over MQTT (default 1000)
  --postgres     an empty database to measure on too, with one process and with two; its contents are left there afterwards
  --json         where to write the figures
  --tiny         one small catalogue and one request per connection: only to see that everything works

A line that misses its target says MISSED. That does not change the exit status, since a figure depends on the machine.
The status is 1 when something broke: a request that should not fail, or an invariant that \`npm run check\` finds broken.
`;

export interface Options {
  readonly sizes: readonly number[];
  readonly seconds: number;
  readonly tiny: boolean;
  readonly subscribers: number;
  readonly passengers: number;
  readonly postgres: string | undefined;
  readonly json: string | undefined;
}

/** What the command line asks for; undefined when it asks for help. */
export function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,100000,1000000' },
      seconds: { type: 'string', default: '5' },
      subscribers: { type: 'string', default: '1000' },
      postgres: { type: 'string' },
      json: { type: 'string' },
      tiny: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const shared = { postgres: values.postgres, json: values.json };
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

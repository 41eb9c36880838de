import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

/** A Mosquitto that one test owns and may kill. */
export interface Mosquitto {
  readonly url: string;
  readonly port: number;
  readonly start: () => Promise<void>;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Makes Mosquitto save its data at this moment. */
  readonly save: () => Promise<void>;
  /** Kills Mosquitto and deletes its data. */
  readonly remove: () => Promise<void>;
}

/** A script that starts Mosquitto, and the variables of its environment. */
interface Starter {
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Prepares a Mosquitto without starting it. `configuration` gets the port and a data folder. */
export async function ownMosquitto(
  configuration: (port: number, folder: string) => string = open,
  startedBy?: Starter,
): Promise<Mosquitto> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'bus-ticket-mosquitto-'));
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, configuration(port, folder));
  let broker: ChildProcess | undefined;

  const kill = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const running = broker;
    broker = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = once(running, 'exit');
    running.kill(signal);
    await gone;
  };

  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    kill,
    async save() {
      const before = await writtenAt(folder);
      broker?.kill('SIGUSR1');
      await eventually(async () => (await writtenAt(folder)) > before);
    },
    async start() {
      broker = startedBy
        ? spawn('sh', [join(folder, startedBy.script)], {
            stdio: 'ignore',
            env: { ...process.env, ...startedBy.environment },
          })
        : spawn('mosquitto', ['-c', file], { stdio: 'ignore' });
      await eventually(() => answers(port));
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A configuration that allows everything. Messages since the last save are lost when the broker is killed. */
const open = (port: number, folder: string): string =>
  [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'user root',
    'persistence true',
    `persistence_location ${folder}/`,
    'autosave_interval 1000',
    'max_queued_messages 0',
    'log_type none',
  ].join('\n');

const writtenAt = (folder: string): Promise<number> =>
  stat(join(folder, 'mosquitto.db')).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithTests } from './child-processes.ts';
import { eventually } from './eventually.ts';
import { type Client, clientOf } from './http.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);

const ROOT = new URL('../../', import.meta.url).pathname;
const dist = (name: string): string => join(ROOT, 'dist', name);

let built: Promise<unknown> | undefined;

/** Builds the service for `npm start`, once. */
export const build = (): Promise<unknown> =>
  (built ??= run('npm', ['run', '--silent', 'build', '--', '--if-needed'], { cwd: ROOT }));

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built service in its own process. */
export interface ServiceProcess extends Client {
  readonly url: string;
  readonly mqttUrl: string;
  readonly pid: number;
  /** The log so far, one JSON object a line. */
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  readonly output: () => string;
  readonly exited: Promise<Exit>;
  /** Sends a signal and waits until the process has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<Exit>;
}

export type Environment = Readonly<Record<string, string>>;

/** The environment of a process, except the database. Hashes are fast, and files go to the process's own folder. */
const quiet = (folder: string): Environment => ({
  NODE_ENV: 'test',
  DATA_DIR: folder,
  SCRYPT_LOG_N: '4',
  RATE_LIMIT: 'off',
  OTP_RESEND_SECONDS: '0',
  EXPIRY_CRON: '* * * * * *',
  LOG_LEVEL: 'info',
});

const bare = (): Environment =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

interface Program {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<Exit>;
}

/** Starts a program of the build with exactly this environment. */
export const launch = (program: string, args: readonly string[], environment: Environment): Program =>
  startProgram(process.execPath, ['--enable-source-maps', dist(program), ...args], { ...bare(), ...environment });

/** Starts any program with exactly this environment. */
export function startProgram(file: string, args: readonly string[], environment: Environment): Program {
  const child = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithTests(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const exited = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  return { child, stdout: () => out, stderr: () => err, exited };
}

/** Starts the service on free ports and waits until it answers. Rejects with its output if it ends early. */
export async function startProcess(folder: string, environment: Environment = {}): Promise<ServiceProcess> {
  await build();
  const [port, mqttPort] = [environment['PORT'] ?? (await freePort()), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const { child, stdout, stderr, exited } = launch('main.js', [], {
    ...quiet(folder),
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    BASE_URL: url,
    DATABASE_URL: `sqlite:${join(folder, 'bus.sqlite')}`,
    ...environment,
  });
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  const client = clientOf(url);
  // The service takes long to start on a machine that also runs other suites.
  await eventually(async () => {
    if (ended) throw new Error(`The service did not start:\n${stdout()}${stderr()}`);
    return client.get('/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
  }, 40);
  return {
    ...client,
    url,
    exited,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    pid: child.pid!,
    output: () => stdout() + stderr(),
    log: () =>
      stdout()
        .split('\n')
        // The text after the last newline is an incomplete line.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    end: (signal = 'SIGKILL') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs the import command on a catalogue. Returns its report. */
export async function importCatalogue(
  folder: string,
  catalogue: object,
  environment: Environment = {},
): Promise<{ schedules: Readonly<Record<string, number>> }> {
  await build();
  const file = join(folder, 'catalogue.json');
  await writeFile(file, JSON.stringify(catalogue));
  const { stdout } = await run(process.execPath, [dist('import.js'), file], {
    env: { ...bare(), ...quiet(folder), DATABASE_URL: `sqlite:${join(folder, 'bus.sqlite')}`, ...environment },
  });
  return JSON.parse(stdout) as { schedules: Record<string, number> };
}

/** Makes an empty folder, and a function that deletes it. */
export async function ownFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

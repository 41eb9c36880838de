import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { cpuOf } from './cpu.ts';

/** eSewa's merchant in the benchmark. The benchmark signs callbacks with this key, and the server verifies them. */
export const MERCHANT = { productCode: 'BENCH', secretKey: 'the key of the benchmark merchant' } as const;

/** The secret of the benchmark's servers. With it, callers sign in by themselves. */
export const APP_SECRET = 'only for the benchmark, thirty-two letters or more';

export interface Server {
  readonly url: string;
  /** Seconds from the start of the process to the first response 200. */
  readonly coldStart: number;
  /** Resident memory in MiB. */
  readonly memory: () => number;
  /** Peak resident memory in MiB. */
  readonly peak: () => number;
  /** CPU time that the server has used on all cores, in milliseconds. */
  readonly cpu: () => number;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built server as in production, with the benchmark's settings and without source maps. `program` starts
 * another program instead.
 */
export async function startServer(
  port: number,
  settings: Readonly<Record<string, string>>,
  program = 'dist/main.js',
): Promise<Server> {
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--heap-growing-percent=40', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      MALLOC_ARENA_MAX: '2',
      PORT: String(port),
      BASE_URL: url,
      APP_SECRET,
      ACCESS_TOKEN_MINUTES: '600',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      MQTT_PORT: '0',
      SMTP_URL: 'outbox',
      ESEWA_FORM_URL: `${url}/form`,
      ESEWA_STATUS_URL: 'http://127.0.0.1:9/status',
      ESEWA_PRODUCT_CODE: MERCHANT.productCode,
      ESEWA_SECRET_KEY: MERCHANT.secretKey,
      ...settings,
    },
  });
  // Kills the server if the benchmark fails.
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  await firstAnswer(child, url);
  const coldStart = (performance.now() - started) / 1_000;
  return {
    url,
    coldStart,
    memory: () => residentMiB(child, 'VmRSS'),
    peak: () => residentMiB(child, 'VmHWM'),
    cpu: () => cpuOf(child.pid),
    pid: child.pid,
    stop: () => stop(child),
  };
}

/** Builds the minimal server into one file, as the service is built. Returns the file's path. */
export async function buildMinimal(): Promise<string> {
  const outfile = 'node_modules/.cache/bench/minimal.mjs';
  await build({
    entryPoints: ['bench/minimal.ts'],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    external: ['better-sqlite3', 'pg-native'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}

/** Waits until a server answers. */
export async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The server stopped with status ${child.exitCode} before it answered.`);
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const residentMiB = ({ pid }: ChildProcess, which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1_024;

/** Ends a process and waits until it has ended. */
export const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

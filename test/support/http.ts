import { type Storage, openStorage } from '../../app/storage.ts';
import { createLog } from '../../app/log.ts';
import { readSettings } from '../../app/settings.ts';
import type { Overrides } from '../../app/overrides.ts';
import { type Running, startService } from '../../app/start.ts';
import type { StoreNeeds } from '../../core/stores.ts';
import { emptyMemory } from '../../adapters/memory/storage.ts';
import { connectGuarded } from './guarded.ts';
import { type HandClock, handClock } from './clock.ts';
import { filesInMemory } from '../../adapters/memory/files.ts';
import { emptyDatabase } from './engines.ts';
import { type RecordingMailer, recordingMailer } from '../../adapters/memory/mailer.ts';
import { freePort } from './ports.ts';
import { needs, postgresUrl } from './servers.ts';
import { type EngineName, enginesOf } from './test-engines.ts';

interface ApiOptions {
  /** The database of the service, empty at the start. SQLite in memory by default. */
  readonly engine?: EngineName;
  /** Environment variables, as a person would set them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Dependencies that replace real ones, besides the clock and the mailer. */
  readonly overrides?: Overrides;
  /** Functions that replace functions of the storage. */
  readonly storage?: Partial<Storage>;
  /** Wraps each transaction of the service. */
  readonly between?: (transact: Storage['transact']) => Storage['transact'];
}

/** Quotas so large that no test reaches them by accident. */
const ROOMY = {
  QUOTAS: 'buses=1000,timetables=1000,trips=1000,devices=1000,documents=1000,mib=1000,invitations=1000',
};

/** Any JSON value. Tests know the shape of the answers that they read. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The body as JSON. Undefined if the body is no JSON. */
  readonly json: Json;
}

type Headings = Readonly<Record<string, string>>;

/** A client of one service. Calls never throw on a status, and do not follow redirects. */
export interface Client {
  readonly get: (path: string, token?: string, headers?: Headings) => Promise<Answer>;
  /** An object in `body` is sent as JSON, a text unchanged. */
  readonly post: (path: string, body?: unknown, token?: string, headers?: Headings) => Promise<Answer>;
  readonly put: (path: string, body?: unknown, token?: string, headers?: Headings) => Promise<Answer>;
  readonly patch: (path: string, body?: unknown, token?: string, headers?: Headings) => Promise<Answer>;
  readonly delete: (path: string, body?: unknown, token?: string, headers?: Headings) => Promise<Answer>;
  /** Sends any request that fetch supports. */
  readonly send: (path: string, init: RequestInit) => Promise<Answer>;
}

/** The whole service, running in this process. */
export interface Api extends Client, Running {
  readonly clock: HandClock;
  readonly mailer: RecordingMailer;
}

export function clientOf(url: string): Client {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };
  const bearer = (token?: string): Headings => (token === undefined ? {} : { Authorization: `Bearer ${token}` });
  const sendBody =
    (method: string) =>
    (path: string, body?: unknown, token?: string, headers: Headings = {}) =>
      send(path, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...bearer(token), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
  return {
    send,
    get: (path, token, headers = {}) => send(path, { headers: { ...bearer(token), ...headers } }),
    post: sendBody('POST'),
    put: sendBody('PUT'),
    patch: sendBody('PATCH'),
    delete: sendBody('DELETE'),
  };
}

/** Settings for tests: cheap password hashes, no limits and a silent log. Tests can override each setting. */
const QUIET: Headings = {
  NODE_ENV: 'test',
  SCRYPT_LOG_N: '4',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
  MQTT_PORT: '0',
  SANDBOX: 'on',
  APP_SECRET: 'only for tests, thirty-two letters long',
};

/** Starts the service on a free port. Tests close it. */
export async function startApi({
  engine = 'SQLite',
  environment = {},
  overrides = {},
  storage: otherwise = {},
  between = (transact) => transact,
}: ApiOptions = {}): Promise<Api> {
  const port = await freePort();
  const settings = readSettings({
    ...QUIET,
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: await databaseUrl(engine),
    ...ROOMY,
    ...environment,
  });
  // A database in memory begins with the schema, because migrating each would take most of a test's time.
  const connectTo = settings.databaseUrl === 'sqlite::memory:' ? () => emptyMemory(connectGuarded) : connectGuarded;
  const clock = handClock();
  const mailer = recordingMailer();
  const open = async (needs: StoreNeeds): Promise<Storage> => {
    const storage = await openStorage(settings, needs, undefined, connectTo);
    return { ...storage, transact: between(storage.transact), ...otherwise };
  };
  const running = await startService(settings, {
    openStorage: open,
    clock,
    mailer,
    log: createLog(settings.logLevel),
    relays: false,
    delivers: false,
    runsJobs: false,
    // Files of documents are stored in memory, unless a test sets DATA_DIR to read them.
    ...(environment['DATA_DIR'] === undefined && { documentFiles: filesInMemory() }),
    ...overrides,
  });
  // Closing does not wait for the client's idle connections.
  return { ...running, ...clientOf(running.url), clock, mailer, close: () => running.close(0) };
}

async function databaseUrl(engine: EngineName): Promise<string> {
  if (engine !== 'Postgres') return 'sqlite::memory:';
  const url = await postgresUrl();
  await emptyDatabase(url);
  return url;
}

type Options = Omit<ApiOptions, 'engine'> | (() => Omit<ApiOptions, 'engine'>);
type Suite = (api: () => Api, engine: EngineName) => void;

/**
 * Runs a suite through HTTP on one database. `api()` returns the service, started once for the suite on an empty
 * database. Options that are known only once the suite starts are given as a function.
 */
function onServerWith(engine: EngineName, title: string, suite: Suite, options: Options): void {
  describe(`${title} (${engine})`, function () {
    let api: Api | undefined;

    before(async function () {
      if (engine === 'Postgres') needs(this, await postgresUrl());
      api = await startApi({ ...(typeof options === 'function' ? options() : options), engine });
    });
    after(() => api?.close());

    suite(() => {
      if (!api) throw new Error('The service was not started.');
      return api;
    }, engine);
  });
}

/** Runs a suite through HTTP on SQLite, and on Postgres as well if TEST_ENGINES says so. */
export function onEveryServer(title: string, suite: Suite, options: Options = {}): void {
  for (const engine of enginesOf('of rules')) onServerWith(engine, title, suite, options);
}

/** Runs a suite through HTTP on SQLite alone, for long lists of rules that do not depend on the database. */
export function onServer(title: string, suite: Suite, options: Options = {}): void {
  onServerWith('SQLite', title, suite, options);
}

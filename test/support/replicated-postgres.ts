import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';
import { missing } from './servers.ts';

const run = promisify(execFile);

/** A Postgres of the test's own, with a replica that streams its changes. */
export interface ReplicatedPostgres {
  readonly url: string;
  readonly replicaUrl: string;
  /** Runs a statement on the replica, as an administrator. */
  readonly onReplica: (statement: string) => Promise<readonly Record<string, unknown>[]>;
  readonly stopReplica: () => Promise<void>;
  readonly startReplica: () => Promise<void>;
  /** Ends the stream to the replica, which then lags behind the primary. It keeps the changes that it has received. */
  readonly holdStreamBack: () => Promise<void>;
  /** Kills the primary as a crash would. */
  readonly killPrimary: () => Promise<void>;
  /** Makes the replica a primary. */
  readonly promoteReplica: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const HOMES = '/usr/lib/postgresql';

/** The folder of Postgres' server programs, of the newest version. Undefined if there is none. */
async function programs(): Promise<string | undefined> {
  const versions = existsSync(HOMES) ? (await readdir(HOMES)).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(HOMES, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
  if (!found) missing('initdb', `no server of Postgres is installed in ${HOMES}`);
  return found;
}

/** Starts both servers on free ports. Undefined if no server of Postgres is installed. */
export async function replicatedPostgres(): Promise<ReplicatedPostgres | undefined> {
  const bin = await programs();
  if (bin === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'bus-ticket-postgres-'));
  // Postgres refuses to run as root.
  const isRoot = userInfo().uid === 0;
  const program = (name: string, ...args: readonly string[]) =>
    isRoot ? run('runuser', ['-u', 'postgres', '--', join(bin, name), ...args]) : run(join(bin, name), args);
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
  }

  const [port, replicaPort] = [await freePort(), await freePort()];
  const [home, replicaHome] = [join(folder, 'primary'), join(folder, 'replica')];
  const urlOf = (at: number | string): string => `postgres://postgres@127.0.0.1:${at}/postgres`;
  // pg_ctl writes the server's output to a file. Otherwise execFile would wait as long as the server runs.
  const start = (of: string, at: number | string) =>
    program(
      'pg_ctl',
      ...['-D', of, '-l', `${of}.log`, '-w', '-t', '60', 'start'],
      ...['-o', `-p ${at} -h 127.0.0.1 -k ${folder} -c fsync=off -c shared_buffers=32MB`],
    );
  const stop = (of: string) => program('pg_ctl', '-D', of, '-m', 'immediate', '-w', 'stop');

  await program('initdb', '-D', home, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
  await start(home, port);
  // Because of -R, the replica starts as a standby and knows the primary's address.
  await program('pg_basebackup', '-d', urlOf(port), '-D', replicaHome, '-R', '-c', 'fast', '--no-sync');
  await start(replicaHome, replicaPort);

  async function onReplica(statement: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: urlOf(replicaPort) });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement).finally(() => client.end());
    return rows;
  }

  return {
    url: urlOf(port),
    replicaUrl: urlOf(replicaPort),
    onReplica,
    stopReplica: async () => {
      await stop(replicaHome);
    },
    startReplica: async () => {
      await start(replicaHome, replicaPort);
    },
    async holdStreamBack() {
      await onReplica("alter system set primary_conninfo = ''");
      await onReplica('select pg_reload_conf()');
      await eventually(async () => (await onReplica('select pid from pg_stat_wal_receiver')).length === 0);
    },
    async killPrimary() {
      const [pid] = (await readFile(join(home, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    promoteReplica: async () => {
      await program('pg_ctl', '-D', replicaHome, '-w', 'promote');
    },
    async remove() {
      await stop(replicaHome).catch(() => undefined);
      await stop(home).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

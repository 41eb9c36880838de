import { copyFileSync, existsSync } from 'node:fs';
import pg from 'pg';
import { type Bed, PORT } from './bed.ts';
import { type LoadProcess, startLoad } from './load.ts';
import { type Server, buildMinimal, startServer } from './server.ts';

/** A server with its database and its load process. */
export interface Side {
  readonly server: Server;
  readonly bed: Bed;
  readonly load: LoadProcess;
}

/** The service and the minimal server. Their databases are separate but have the same rows. */
export interface Sides {
  readonly service: Side;
  readonly minimal: Side;
}

/** A port that no other part of the benchmark uses. */
export const MINIMAL_PORT = PORT + 5;

/** Starts the minimal server, built like the service. */
export const startMinimal = async (port: number, url: string): Promise<Server> =>
  startServer(port, { DATABASE_URL: url }, await buildMinimal());

export async function startSides(bed: Bed, beside: Bed): Promise<Sides> {
  const [server, small] = [
    await startServer(PORT, { DATABASE_URL: bed.url }),
    await startMinimal(MINIMAL_PORT, beside.url),
  ];
  return {
    service: { server, bed, load: await startLoad(bed) },
    minimal: { server: small, bed: beside, load: await startLoad(beside) },
  };
}

export async function stopSides({ service, minimal }: Sides): Promise<void> {
  for (const { server, load } of [service, minimal]) {
    load.leave();
    await server.stop();
  }
}

/** Copies the database. Nobody may be connected to it. */
export async function copyOf(bed: Bed): Promise<Bed> {
  if (bed.database === 'SQLite') return { ...bed, url: copiedFile(bed.url) };
  const [url, copy] = [new URL(bed.url), new URL(bed.url)];
  copy.pathname = `${url.pathname}_minimal`;
  const nameIn = ({ pathname }: URL): string => pg.escapeIdentifier(pathname.slice(1));
  const [from, to] = [nameIn(url), nameIn(copy)];
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`drop database if exists ${to} with (force)`);
  await client.query(`create database ${to} template ${from}`);
  await client.end();
  return { ...bed, url: copy.href };
}

function copiedFile(url: string): string {
  const file = url.slice('sqlite:'.length);
  for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, `${file}.minimal${end}`);
  return `sqlite:${file}.minimal`;
}

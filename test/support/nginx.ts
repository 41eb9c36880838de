import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './ports.ts';

const SHIPPED = new URL('../../deploy/nginx.conf', import.meta.url);

/** Debian installs nginx in /usr/sbin, which is not in every user's PATH. */
export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`;

export interface Nginx {
  readonly url: string;
  readonly port: number;
  /** nginx's access and error logs so far. */
  readonly logged: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

interface Behind {
  /** Ports of the two processes of the service. */
  readonly processes: readonly [number, number];
  readonly brokerPort: number;
}

/** Starts nginx with the shipped configuration, in front of the test's servers. */
export async function startNginx({ processes: [one, two], brokerPort }: Behind): Promise<Nginx> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'bus-ticket-nginx-'))];
  const site = (await readFile(SHIPPED, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('api-1:3000', `127.0.0.1:${one}`)
    .replace('api-2:3000', `127.0.0.1:${two}`)
    .replace('mosquitto:9001', `127.0.0.1:${brokerPort}`)
    .replaceAll('/var/cache/nginx/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const file = join(folder, 'nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  await writeFile(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${folders}\n${site}\n}\n`,
  );

  const child = spawn('nginx', ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = once(child, 'exit');
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${said}`);
    return answers(port);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    logged: async () =>
      (await readFile(join(folder, 'access.log'), 'utf8')) + (await readFile(join(folder, 'error.log'), 'utf8')),
    async stop() {
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

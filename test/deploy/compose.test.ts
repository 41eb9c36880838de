import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { openStorage, storeNeeds } from '../../app/storage.ts';
import { REMOVED_QUOTAS, SINGLE_QUOTAS } from '../../app/quotas-setting.ts';
import { readSettings } from '../../app/settings.ts';
import { VARIABLES } from '../../app/variables.ts';
import { faultsOf, interpolated, readCompose } from '../support/compose.ts';
import { freshDatabase, isInstalled, needs, postgresUrl } from '../support/servers.ts';
import { shellBlocks } from '../support/shell-blocks.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const compose = readCompose(join(ROOT, 'compose.yaml'));
/** Names of single quotas, which the service takes or refuses. */
const FORMER = Object.keys({ ...SINGLE_QUOTAS, ...REMOVED_QUOTAS });
const services = Object.entries(compose.services);
const stages = [...read('Dockerfile').matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage = '']) => stage);

describe('compose.yaml', () => {
  it('compose.yaml is a valid Compose file', () => {
    expect(faultsOf(compose)).to.deep.equal([]);
  });

  it('compose.yaml mounts files that exist', () => {
    const mounts = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .filter((volume) => volume.startsWith('.'))
      .map((volume) => volume.split(':')[0] ?? '');
    expect(mounts).to.have.length.above(2);
    for (const mount of mounts) expect(existsSync(join(ROOT, mount)), mount).to.equal(true);
  });

  it('compose.yaml runs images of fixed versions', () => {
    const images = [
      ...services.flatMap(([, { image, build }]) => (build === undefined && image !== undefined ? [image] : [])),
      ...[...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image),
    ].filter((image) => !stages.includes(image) && image !== 'scratch');
    expect(images).to.have.length.above(3);
    for (const image of images) expect(image).to.match(/:\d+\.\d+(\.\d+)?(-[a-z]+)*$/);
  });

  it('compose.yaml passes every documented setting on to the service', () => {
    const { environment = {} } = compose.services['api-1'] ?? {};
    // The image sets the first four, and the embedded broker and the sandbox have no place in production.
    const elsewhere = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'MQTT_PORT', 'SANDBOX'];
    expect(Object.keys(environment)).to.have.members(
      [...Object.keys(VARIABLES), ...FORMER].filter((name) => !elsewhere.includes(name)),
    );
  });

  it('compose.yaml gives no service a writable image, a right of root that it does not need, or unlimited memory', () => {
    for (const [name, service] of services) {
      expect(service, name).to.deep.include({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect([service.mem_limit, service.pids_limit], name).not.to.include(undefined);
    }
    expect(compose.services['api-1']).not.to.have.property('cap_add');
  });

  it('compose.yaml exposes neither broker nor database to the outside', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).to.deep.equal(['proxy']);
  });
});

describe('compose.demo.yaml', () => {
  const file = readCompose(join(ROOT, 'compose.demo.yaml'));
  const { environment = {}, build, command = [], ports = [] } = file.services['demo'] ?? {};

  it('the demo’s Compose file is valid and builds the Dockerfile’s stage “demo”', () => {
    expect(faultsOf(file)).to.deep.equal([]);
    expect(build).to.deep.equal({ context: '.', target: 'demo' });
    expect(stages).to.include('demo');
    expect(existsSync(join(ROOT, command.at(-1) ?? '')), command.join(' ')).to.equal(true);
  });

  it('the demo is reachable only from this machine, at http://localhost:3000', () => {
    expect(ports).to.deep.equal(['127.0.0.1:3000:3000']);
    expect(readSettings(environment)).to.include({ host: '0.0.0.0', port: 3000, baseUrl: 'http://localhost:3000' });
  });

  it('the demo’s settings turn on the payment sandbox, without which the demo would not start', () => {
    for (const variable of Object.keys(environment)) expect(VARIABLES).to.have.property(variable);
    expect(readSettings(environment)).to.include({ production: false, sandbox: true });
    expect(() => readSettings({ ...environment, SANDBOX: undefined })).to.throw('HOST is public');
  });

  it('a Docker build without a named stage does not build the demo', () => {
    expect(
      read('Dockerfile')
        .match(/^FROM .*$/gm)
        ?.at(-1),
    ).not.to.include(' AS ');
  });
});

describe('the Compose set-up of docs/running.md', () => {
  let folder: string;
  let written: Readonly<Record<string, string | undefined>>;
  let docker: readonly string[];
  const environmentOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        interpolated(value, written),
      ]),
    );

  /** Runs the shell blocks of docs/running.md about Compose in one shell. A fake `docker` records its arguments. */
  before(function () {
    folder = mkdtempSync(join(tmpdir(), 'bus-ticket-compose-'));
    needs(this, isInstalled('openssl'));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/docker'), `#!/bin/sh\necho "$*" >> "${folder}/docker.log"\n`);
    chmodSync(join(folder, 'bin/docker'), 0o755);
    const blocks = shellBlocks(read('docs/running.md')).filter((block) => /\.env|docker compose/.test(block));
    execFileSync('sh', ['-eu', '-c', blocks.join('\n')], {
      cwd: folder,
      env: { PATH: `${folder}/bin:${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    written = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    docker = readFileSync(join(folder, 'docker.log'), 'utf8').split('\n');
  });
  after(() => rmSync(folder, { recursive: true }));

  it('the .env file of the documentation is readable only by its owner, and can be read by a shell', () => {
    expect(statSync(join(folder, '.env')).mode & 0o777).to.equal(0o600);
    expect(execFileSync('sh', ['-euc', '. ./.env; echo "$MAIL_FROM"'], { cwd: folder, encoding: 'utf8' })).to.equal(
      'Bus Ticket <no-reply@example.com>\n',
    );
    expect(written['MAIL_FROM']).to.equal('Bus Ticket <no-reply@example.com>');
  });

  it('the .env file of the documentation has every variable of compose.yaml, and no unused one', () => {
    const asked = [
      ...new Set([...read('compose.yaml').matchAll(/\$\{([A-Z_]+)(?!\w|:-)/g)].map(([, name]) => name)),
    ].sort();
    expect(Object.keys(written)).to.include.members(asked as string[]);
    for (const name of Object.keys(written)) expect(read('compose.yaml'), name).to.include(`\${${name}`);
  });

  it('the .env file of the documentation contains settings with which production starts', () => {
    for (const name of ['api-1', 'api-2']) {
      const environment = environmentOf(name);
      for (const variable of Object.keys(environment))
        expect([...Object.keys(VARIABLES), ...FORMER]).to.include(variable);
      const settings = readSettings({ NODE_ENV: 'production', ...environment });
      expect(settings).to.deep.include({ production: true, baseUrl: 'https://bus.example.com' });
      expect(settings.mail.from).to.deep.equal({ name: 'Bus Ticket', address: 'no-reply@example.com' });
    }
    expect(environmentOf('mosquitto')['MQTT_PASSWORD']).to.equal(
      new URL(environmentOf('api-1')['MQTT_URL'] ?? '').password,
    );
  });

  it('the Compose commands in the documentation name services and programs that exist', () => {
    for (const line of docker.filter((one) => one !== '')) {
      const [first, command, ...rest] = line.split(' ');
      expect([first, ['build', 'up', 'cp', 'exec', 'kill', 'stop', 'run'].includes(command ?? '')], line).to.deep.equal(
        ['compose', true],
      );
      const named = {
        build: [],
        up: rest.filter((word) => !word.startsWith('-')),
        cp: /(\S+):\//.exec(line)?.slice(1) ?? [],
        exec: [rest[0] === '-u' ? rest[2] : rest[0]],
        kill: [rest.at(-1)],
        stop: rest,
        run: [rest[1]],
      }[command as 'build' | 'up' | 'cp' | 'exec' | 'kill' | 'stop' | 'run'];
      for (const name of named) expect(compose.services, line).to.have.property(String(name));
      // The image contains a built program for each command, but neither tsx nor npm scripts.
      const program = /node dist\/(\w+)\.js/.exec(line)?.[1];
      if (program !== undefined) expect(existsSync(join(ROOT, `app/commands/${program}.ts`)), line).to.equal(true);
      expect(line).not.to.match(/\b(?:npm|tsx)\b/);
    }
    expect(docker.filter((line) => line.includes('mosquitto_passwd'))).to.have.length(1);
    expect(docker.filter((line) => line.includes('migrate.js rollback'))).to.have.length(2);
  });
});

describe('the Postgres role of the service', () => {
  it('the Postgres role owns its database, is no superuser, and can migrate the schema', async function () {
    this.timeout(300_000);
    needs(this, await postgresUrl());
    needs(this, isInstalled('psql'));
    const admin = new URL(await freshDatabase());
    const role = `bus_ticket_role_${process.pid}`;
    const { username, hostname, port, password } = admin;
    execFileSync('sh', [join(ROOT, 'deploy/postgres/create-role.sh')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PGHOST: hostname,
        PGPORT: port,
        PGPASSWORD: decodeURIComponent(password),
        POSTGRES_USER: username,
        SERVICE_ROLE: role,
        SERVICE_PASSWORD: 'it\'s $1 "word"',
      },
    });
    const superuser = connectDatabase(admin.href);
    try {
      const own = new URL(admin);
      Object.assign(own, { username: role, password: encodeURIComponent('it\'s $1 "word"'), pathname: `/${role}` });
      await (await openStorage({ databaseUrl: own.href }, storeNeeds())).close();
      const { rows } = await superuser.knex.raw<{ rows: object[] }>(
        'select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = ?',
        [role],
      );
      expect(rows).to.deep.equal([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }]);
    } finally {
      await superuser.knex.raw(`drop database ${role} with (force)`);
      await superuser.knex.raw(`drop role ${role}`);
      await superuser.close();
    }
  });
});

describe('the Docker image', () => {
  /** Runs the Dockerfile's health check against a server that answers `status`. */
  async function health(status?: number): Promise<number> {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/readyz' ? (status ?? 500) : 404;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (status === undefined) await new Promise((resolve) => server.close(resolve));
    const [program = '', ...args] = JSON.parse(
      /^HEALTHCHECK [^\[]*(\[.*\])$/ms.exec(read('Dockerfile').replace(/\nCMD[^]*/, ''))?.[1] ?? '[]',
    ) as string[];
    const child = spawn(program, args, { env: { PATH: process.env['PATH'], PORT: String(port) }, stdio: 'ignore' });
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    server.close();
    return code ?? 1;
  }

  it('the image’s health check passes when the service is ready, and fails when it is not', async () => {
    expect([await health(200), (await health(503)) === 0, (await health()) === 0]).to.deep.equal([0, false, false]);
  });

  it('the image’s health check starts no second Node process', () => {
    expect(/^HEALTHCHECK[^]*?\nCMD/m.exec(read('Dockerfile'))?.[0]).not.to.match(/"node"/);
  });

  it('the image contains no secrets of the machine that builds it', () => {
    expect(read('.dockerignore').split('\n')).to.include.members(['.env', '.git', 'data', 'node_modules']);
  });
});

describe('shell in deploy/ and docs/', () => {
  const files = (folder: string): readonly string[] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

  it('the shell code in deploy/ and docs/ has no syntax error', () => {
    const scripts = files('deploy').filter((file) => file.endsWith('.sh'));
    expect(scripts).to.have.length(2);
    for (const file of scripts) execFileSync('sh', ['-n', join(ROOT, file)]);
    for (const page of ['README.md', ...files('docs').filter((file) => file.endsWith('.md'))]) {
      for (const block of shellBlocks(read(page))) execFileSync('sh', ['-n'], { input: block });
    }
  });
});

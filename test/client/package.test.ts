import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';
import { type Api, startApi } from '../support/http.ts';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;
const CLIENT = join(ROOT, 'clients/typescript');

/** Compiler options of a strict program that has no types of Node. */
const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'ES2022',
    module: 'NodeNext',
    types: [],
    noEmit: true,
  },
};

const NARROWED = `import { createClient, isProblem, verifyWebhook, type TopicMessages } from 'busticket-client';
const bus = createClient({ baseUrl: 'https://bus.example', retries: 0 });
const title: string = await bus.getTrip({ path: { id: 1 } }).then(
  (trip) => trip.source_city,
  (error) => (isProblem(error, 'getTrip', 'TRIP_UNKNOWN') ? \`\${error.status satisfies 404} \${error.body.title}\` : ''),
);
const ticket: Blob = await bus.downloadTicket({ path: { id: 1 } });
for await (const refund of bus.all.listRefunds()) refund.amount.toFixed();
const seats: readonly string[] = ({} as TopicMessages['schedules/{id}/seats']).seat_numbers;
const late: number | undefined = ({ type: 'delayed' } as TopicMessages['schedules/{id}/trip']).delay_minutes;
const news = {} as TopicMessages['operators/{id}/notifications'];
const busId: number | undefined = news.type === 'bus_reviewed' ? news.payload.bus_id : undefined;
export { busId, late, seats, ticket, title, verifyWebhook };
`;

/** Programs that must not compile, and what is wrong with each. */
const WRONG: Readonly<Record<string, string>> = {
  'a code that the operation does not have': "isProblem(0, 'getTrip', 'SEATS_SOLD');",
  'an operation that does not exist': 'bus.sellTheMoon();',
  'a call without its path': 'bus.getTrip();',
  'a query that the operation does not take': 'bus.getTrip({ path: { id: 1 }, query: { colour: 1 } });',
  'a list that has no pages': 'bus.all.getTrip();',
};

describe('the npm package busticket-client', function () {
  this.timeout(240_000);
  let folder: string;
  let archive: string;
  let api: Api;

  const npm = (...given: readonly string[]) =>
    run('npm', [...given, '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  const compile = (): Promise<string> =>
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder }).then(
      () => '',
      (error: unknown) => (error as { readonly stdout: string }).stdout,
    );

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: CLIENT });
    archive = join(
      folder,
      (JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ readonly filename: string }])[0].filename,
    );
    await writeFile(join(folder, 'package.json'), '{"name": "program", "private": true, "type": "module"}');
    await npm('install', archive);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
    api = await startApi();
  });
  after(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('the package has at most 150 kB, with the licence, the README and nothing but dist', async () => {
    expect((await stat(archive)).size).to.be.at.most(150_000);
    const { stdout } = await run('tar', ['-tzf', archive]);
    const files = stdout
      .trim()
      .split('\n')
      .map((path) => path.replace('package/', ''));
    expect(files).to.include.members(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']);
    expect(files.filter((file) => !/^(LICENSE|README\.md|package\.json|dist\/[\w.-]+\.(d\.ts|js))$/.test(file))).to.be
      .empty;
  });

  it('createClient with all operations has at most 6 kB, minified and compressed', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { createClient } from 'busticket-client';", resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
    });
    expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).to.be.at.most(6_000);
  });

  it('a strict program compiles with the installed package, narrows a problem, and gets answers', async () => {
    await writeFile(join(folder, 'program.ts'), NARROWED);
    expect(await compile()).to.equal('');
  });

  it('a program with a wrong code, operation, path, query or list does not compile', async () => {
    const lines = Object.values(WRONG);
    await writeFile(
      join(folder, 'program.ts'),
      [
        "import { createClient, isProblem } from 'busticket-client'; const bus = createClient({ baseUrl: '' });",
        ...lines,
      ].join('\n'),
    );
    const faults = await compile();
    const refused = new Set([...faults.matchAll(/^program\.ts\((\d+),/gm)].map(([, line]) => Number(line) - 2));
    expect(Object.keys(WRONG).filter((_, index) => !refused.has(index))).to.deep.equal([]);
  });

  it('the README’s first example runs against the service as it stands', async () => {
    const [, example = ''] = /```ts\n([^]*?)```/.exec(await readFile(join(CLIENT, 'README.md'), 'utf8')) ?? [];
    await writeFile(join(folder, 'program.ts'), example.replaceAll('http://localhost:3000', api.url));
    await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...STRICT.compilerOptions, noEmit: false, types: ['node'] } }),
    );
    expect(await compile()).to.equal('');
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder });
    expect(stdout).to.match(/^0 buses\n404 /);
  });
});

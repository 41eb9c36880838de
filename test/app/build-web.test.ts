import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readWeb } from '../../adapters/http/server/web-files.ts';
import { buildWeb, ensureWeb } from '../../app/commands/build-web.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

describe('the web build', function () {
  this.timeout(300_000);
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'bus-ticket-web-'));
    for (const part of [
      'web',
      'app/commands',
      'adapters/http/pages',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ])
      cpSync(join(ROOT, part), join(root, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const change = (): void => {
    appendFileSync(join(root, 'web/passenger/main.tsx'), "\ndocument.title = 'changed';\n");
  };
  const namesIn = (folder: string): readonly string[] => readdirSync(folder).sort();

  it('the web build runs only when a source file has changed', async () => {
    const folder = await ensureWeb(root);
    const first = readWeb(folder)!;
    const before = namesIn(folder);
    // The second call builds nothing, so the deleted file is not written again.
    rmSync(join(folder, first.serviceWorkers.conductor));
    await ensureWeb(root);
    expect(namesIn(folder)).to.deep.equal(before.filter((name) => name !== first.serviceWorkers.conductor));
    change();
    await ensureWeb(root);
    const second = readWeb(folder)!;
    expect(second.programs.passenger.script).not.to.equal(first.programs.passenger.script);
    expect(second.programs.portal.script).to.equal(first.programs.portal.script);
    // The older build's files stay, because a process may have just read the older `web.json`.
    expect(namesIn(folder)).to.include(first.programs.passenger.script);
  });

  it('the web build gives files with the same content the same names on every machine', async () => {
    const folders = [join(root, 'one'), join(root, 'two')];
    await Promise.all(folders.map((folder) => buildWeb(root, folder)));
    expect(namesIn(folders[0]!)).to.deep.equal(namesIn(folders[1]!));
    expect(readFileSync(join(folders[0]!, 'web.json'))).to.deep.equal(readFileSync(join(folders[1]!, 'web.json')));
  });

  it('the web build makes one file of each web worker, and the pages refer to it', async () => {
    writeFileSync(join(root, 'web/passenger/echo.worker.ts'), 'onmessage = ({ data }) => postMessage(data);\n');
    appendFileSync(
      join(root, 'web/passenger/main.tsx'),
      "\nnew Worker(new URL('./echo.worker.ts', import.meta.url), { type: 'module' });\n",
    );
    const web = readWeb(await ensureWeb(root))!;
    const worker = web.files.find((name) => /^echo\.worker-\w+\.js$/.test(name))!;
    expect(web.read(worker)?.bytes.toString()).to.contain('postMessage');
    expect(web.read(web.programs.passenger.script)?.bytes.toString()).to.contain(`./${worker}`);
  });

  it('the web build tells the service worker which files the conductor’s pages need offline', async () => {
    writeFileSync(
      join(root, 'web/conductor/worker.ts'),
      'declare const ASSETS: readonly string[];\nconsole.log(ASSETS);\n',
    );
    const web = readWeb(await ensureWeb(root))!;
    const worker = web.read(web.serviceWorkers.conductor)!.bytes.toString();
    const { script, styles, preloads } = web.programs.conductor;
    for (const name of [script, ...styles, ...preloads, ...web.firstFonts]) expect(worker).to.contain(name);
    expect(worker).not.to.contain(web.programs.portal.script);
  });

  it('the web build reports where a source file has an error, and keeps the previous output', async () => {
    const folder = await ensureWeb(root);
    const before = readFileSync(join(folder, 'web.json'), 'utf8');
    writeFileSync(join(root, 'web/portal/main.tsx'), 'const = 1;\n');
    const error = await ensureWeb(root).then(
      () => undefined,
      (thrown: unknown) => String(thrown),
    );
    expect(error).to.contain('web/portal/main.tsx');
    expect(readFileSync(join(folder, 'web.json'), 'utf8')).to.equal(before);
  });
});

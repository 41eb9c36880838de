import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CURES, type Cure } from './cures.ts';

/*
 * Takes each cure out of a copy of the project, and runs the test that must fail then. The test must pass with the cure
 * first, or its failure would show nothing. `npm run test:cures -- clock` does so for the cures with that word. Ends
 * with 1 if a test does not do as it should.
 */

const ROOT = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/** Copies the files that git knows, and leads to the packages of the project. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bus-ticket-cures-'));
  const { stdout } = await run('git', ['ls-files'], { cwd: ROOT, maxBuffer: 2 ** 26 });
  for (const file of stdout.trim().split('\n')) await cp(join(ROOT, file), join(folder, file));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

type Outcome = 'passes' | 'fails' | 'does not run';

async function outcomeOf(folder: string, test: string): Promise<Outcome> {
  const env = { ...process.env, CI: 'true', TEST_ENGINES: 'all' };
  const args = ['mocha', '--reporter', 'json', '--reporter-option', 'output=result.json', test];
  await run('npx', args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(() => undefined);
  const result = await readFile(join(folder, 'result.json'), 'utf8').catch(() => '{}');
  await rm(join(folder, 'result.json'), { force: true });
  const { stats } = JSON.parse(result) as { readonly stats?: Readonly<Record<'passes' | 'failures', number>> };
  if (!stats || stats.passes + stats.failures === 0) return 'does not run';
  return stats.failures > 0 ? 'fails' : 'passes';
}

async function outcomeWithout(folder: string, { file, cure, without, test }: Cure): Promise<Outcome> {
  const path = join(folder, file);
  const whole = await readFile(path, 'utf8');
  await writeFile(
    path,
    whole.replace(cure, () => without),
  );
  const outcome = await outcomeOf(folder, test);
  await writeFile(path, whole);
  return outcome;
}

const [word = ''] = process.argv.slice(2);
const folder = await copyProject();
try {
  const withCures = new Map<string, Outcome>();
  for (const one of CURES.filter(({ against }) => against.includes(word))) {
    const before = withCures.get(one.test) ?? (await outcomeOf(folder, one.test));
    withCures.set(one.test, before);
    const after = await outcomeWithout(folder, one);
    if (before !== 'passes' || after !== 'fails') process.exitCode = 1;
    process.stdout.write(`${one.test} ${before}, and ${after} without the cure of ${one.against}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

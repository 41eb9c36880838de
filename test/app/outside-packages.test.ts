import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { OUTSIDE_PACKAGES } from '../../app/commands/outside-packages.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
/** Finds a package that the code loads by its name without an import: 'name', 'name/file' or `name/${file}`. */
const ASKED = /(?:createRequire\(import\.meta\.url\)(?:\.resolve)?|pathOf)\(['`]((?:@[\w-]+\/)?[\w-]+)/g;

describe('npm packages beside a server build', () => {
  it('every npm package that reads its own files at run time stays outside the bundle', () => {
    const asked = ['core', 'adapters'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .flatMap((path) => [...readFileSync(join(ROOT, folder, path), 'utf8').matchAll(ASKED)].map(([, name]) => name)),
    );
    expect(new Set(asked)).to.include('jsonc-parser').and.include('@expo-google-fonts/mukta');
    expect(OUTSIDE_PACKAGES).to.include.members([...new Set(asked)]);
  });

  it('every npm package that stays outside the bundle is a dependency of the service', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(Object.keys(dependencies)).to.include.members([...OUTSIDE_PACKAGES]);
  });
});

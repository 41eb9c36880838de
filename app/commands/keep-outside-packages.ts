import { readFileSync, writeFileSync } from 'node:fs';
import { OUTSIDE_PACKAGES } from './outside-packages.ts';

/* Reduces package.json to the packages that a build needs, for the image. `npm prune` then removes all others. */

const FILE = new URL('../../package.json', import.meta.url);

const manifest = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown> & {
  readonly dependencies: Readonly<Record<string, string>>;
};
const dependencies = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => OUTSIDE_PACKAGES.includes(name)),
);
const { devDependencies: _built, overrides: _forBuilding, ...rest } = manifest;
writeFileSync(FILE, `${JSON.stringify({ ...rest, dependencies }, null, 2)}\n`);

/** Something that a test opens and nobody else closes. */
interface Closable {
  readonly close: () => Promise<unknown>;
}

/** What is open until the current test ends, and until the current file ends. */
const opened: Readonly<Record<'test' | 'file', Closable[]>> = { test: [], file: [] };
let until: keyof typeof opened = 'file';

/** Closes a thing after the current test, or after the current file if no test runs yet. */
export function closeLater<Thing extends Closable>(thing: Thing): Thing {
  opened[until].push(thing);
  return thing;
}

const closeAll = async (of: keyof typeof opened): Promise<void> => {
  await Promise.all(opened[of].splice(0).map((thing) => thing.close()));
};

/** Root hooks of mocha. */
export const closingHooks = {
  beforeEach: (): void => {
    until = 'test';
  },
  afterEach: (): Promise<void> => {
    until = 'file';
    return closeAll('test');
  },
  afterAll: (): Promise<void> => closeAll('file'),
};

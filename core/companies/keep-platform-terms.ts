import type { PlatformTerms } from './ports.ts';
import type { CompanyWorld } from './world.ts';

/** Records the platform's terms at the start of a process. Terms that were recorded last are not recorded again. */
export const keepPlatformTerms = (world: CompanyWorld & PlatformTerms): Promise<void> =>
  world.transact(({ platformTerms }) => platformTerms.keep(world, world.clock()));

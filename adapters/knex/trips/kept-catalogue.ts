import { databaseUnavailable } from '../../../core/kernel/refusal.ts';
import type { Sql } from '../engine/sql.ts';
import { type Catalogue, loadCatalogue } from './catalogue.ts';

/**
 * Caches the catalogue without ever using a stale copy. A query also reads the catalogue's revision in the same
 * statement. If that revision differs from the cached revision, the catalogue is loaded and the query is repeated.
 */

/** Rows that a statement found, and the catalogue's revision at that moment. */
export interface UnderRevision {
  readonly revision: number;
}

/** Runs a query with the catalogue, and returns the result with the catalogue of the same moment. */
export type ByCatalogue = <Found extends UnderRevision>(
  ask: (catalogue: Catalogue) => Promise<Found>,
) => Promise<{ readonly found: Found; readonly catalogue: Catalogue }>;

/** The number of loads after which a search gives up, because the catalogue changed after each load. */
export const TRIES = 10;

export function keptCatalogue(read: Sql): ByCatalogue {
  let kept: Catalogue | undefined;
  let loading: Promise<Catalogue> | undefined;

  const load = (): Promise<Catalogue> =>
    (loading ??= loadCatalogue(read)
      .then((loaded) => (kept = loaded))
      .finally(() => {
        loading = undefined;
      }));

  return async (ask) => {
    let catalogue = kept ?? (await load());
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await ask(catalogue);
      if (found.revision === catalogue.revision) return { found, catalogue };
      // Takes the catalogue that another search has loaded meanwhile, or else loads the catalogue.
      catalogue = kept && kept !== catalogue ? kept : await load();
    }
    throw databaseUnavailable(new Error(`The catalogue was another one after each of ${TRIES} loads.`));
  };
}

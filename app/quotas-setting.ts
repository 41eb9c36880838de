import type { NewCompanyQuotas, Quotas } from '../core/companies/quotas.ts';
import { type Read, malformed } from './variable-readers.ts';

/* Reads the quotas of companies from QUOTAS, or from the variables that set one quota each. */

const DEFAULTS: Quotas = {
  newCompany: { buses: 5, timetables: 3, trips: 100, devices: 20, documents: 20, mib: 50, invitations: 5 },
  everyCompany: { buses: 500, documents: 5_000, mib: 10_240 },
};
const MOST = 1_000_000;

const everyCompany: Partial<Record<keyof NewCompanyQuotas, number>> = DEFAULTS.everyCompany;

/** The default of QUOTAS: each quota of new companies, and after a slash that of all others. */
export const DEFAULT_QUOTAS = Object.entries(DEFAULTS.newCompany)
  .map(([kind, limit]) => {
    const other = everyCompany[kind as keyof NewCompanyQuotas];
    return `${kind}=${limit}${other === undefined ? '' : `/${other}`}`;
  })
  .join();

const EXPECTED = `a list such as ${DEFAULT_QUOTAS}, with some of these names, each at most once, and whole numbers up to ${MOST}`;

/** Reads the quotas that differ from the defaults, such as `buses=10/800,trips=200,mib=/20480`. */
export const quotas: Read<Quotas> = (value) => {
  const chosen = { newCompany: new Map<string, number>(), everyCompany: new Map<string, number>() };
  for (const entry of value.split(',')) {
    const [, kind = '', ofNew, ofOthers] = /^(\w+)=(\d*)(?:\/(\d+))?$/.exec(entry.trim()) ?? malformed(EXPECTED);
    if (!ofNew && !ofOthers) return malformed(EXPECTED);
    for (const [scope, limit] of Object.entries({ newCompany: ofNew, everyCompany: ofOthers })) {
      if (!limit) continue;
      const company = scope as keyof Quotas;
      if (!Object.hasOwn(DEFAULTS[company], kind) || chosen[company].has(kind) || Number(limit) > MOST)
        return malformed(EXPECTED);
      chosen[company].set(kind, Number(limit));
    }
  }
  return {
    newCompany: { ...DEFAULTS.newCompany, ...Object.fromEntries(chosen.newCompany) },
    everyCompany: { ...DEFAULTS.everyCompany, ...Object.fromEntries(chosen.everyCompany) },
  };
};

/** Variables that set one quota each, with the beginning of their entry in QUOTAS. */
export const SINGLE_QUOTAS = {
  QUOTA_NEW_BUSES: 'buses=',
  QUOTA_NEW_TIMETABLES: 'timetables=',
  QUOTA_NEW_DOCUMENTS: 'documents=',
  QUOTA_NEW_MIB: 'mib=',
  QUOTA_NEW_INVITATIONS: 'invitations=',
  QUOTA_BUSES: 'buses=/',
  QUOTA_DOCUMENTS: 'documents=/',
  QUOTA_MIB: 'mib=/',
} as const;

/** Variables that were removed. An installation that still sets one must not start with another quota than it asks. */
export const REMOVED_QUOTAS = { QUOTA_NEW_TRIPS: 'trips=', QUOTA_NEW_DEVICES: 'devices=' } as const;

/**
 * The quotas that single variables set, as one text of QUOTAS, and the faults. `given` reads a variable. Only
 * variables that are set count.
 */
export function singleQuotas(given: (name: string) => string | undefined): {
  readonly text: string | undefined;
  readonly faults: readonly string[];
} {
  const isBeside = given('QUOTAS') !== undefined;
  const entries: string[] = [];
  const faults: string[] = [];
  for (const [name, beginning] of Object.entries({ ...SINGLE_QUOTAS, ...REMOVED_QUOTAS })) {
    const limit = given(name);
    if (limit === undefined) continue;
    const instead = `QUOTAS="${beginning}${limit}"`;
    if (name in REMOVED_QUOTAS) faults.push(`${name} is no setting any more: write ${instead} instead`);
    else if (isBeside) faults.push(`${name} must not be set beside QUOTAS: write ${instead} with the other entries`);
    else if (!/^\d+$/.test(limit) || Number(limit) > MOST)
      faults.push(`${name} must be a whole number from 0 to ${MOST}`);
    else entries.push(`${beginning}${limit}`);
  }
  return { text: entries.join() || undefined, faults };
}

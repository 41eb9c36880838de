import { installLookup } from '../adapters/names/outside-lookup.ts';
import { type ResolveName, resolveNames } from '../adapters/names/resolve-names.ts';
import type { Settings } from './settings.ts';

/**
 * Looks the names of outside services up off Node's threads, from now on. The databases and the own address are
 * looked up by the system: it knows search domains, and no outside name waits on its threads. Returns a function that
 * undoes it.
 */
export const lookUpOutsideNames = (
  { databaseUrl, databaseReadUrl, host }: Pick<Settings, 'databaseUrl' | 'databaseReadUrl' | 'host'>,
  resolveName: ResolveName = resolveNames(),
): (() => void) => installLookup(resolveName, [hostIn(databaseUrl), hostIn(databaseReadUrl ?? ''), host]);

/** The host in a URL. Empty for a file, which has none. */
const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

import { type Access, isOffice, ruleOf } from './access.ts';
import type { LimitName } from './rate-limits.ts';

/** The parts of a route that decide about its rate limit. */
export interface Limited {
  readonly limit?: LimitName;
  readonly method: string;
  readonly access: Access;
  readonly upload?: object;
  readonly mediaTypes?: readonly string[];
}

/**
 * The rate limit of a route. Without a `limit` of its own it is `upload` for forms, `download` for files, and `office`
 * for changes by an office. Agents have none: their keys and people have one budget for all requests.
 */
export function limitOf({ limit, upload, mediaTypes, method, access }: Limited): LimitName | undefined {
  if (limit) return limit;
  if (ruleOf(access).agents) return undefined;
  if (upload) return 'upload';
  if (mediaTypes) return 'download';
  return method !== 'get' && isOffice(access) ? 'office' : undefined;
}

import type { AgentId, AgentKeyId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Random } from '../kernel/random.ts';
import { type Instant, daysAfter, secondsBetween } from '../kernel/time.ts';

/** The powers that a key can have. `sell` includes `read`. */
export const AGENT_SCOPES = ['read', 'sell', 'webhooks'] as const;

export type AgentScope = (typeof AGENT_SCOPES)[number];

export const AGENT_KEY_STATUSES = ['ACTIVE', 'SUSPENDED'] as const;
export type AgentKeyStatus = (typeof AGENT_KEY_STATUSES)[number];

/** An API key, with which an agent's program calls the API. Only a hash of the key itself is stored. */
export interface AgentKey {
  readonly id: AgentKeyId;
  readonly agentId: AgentId;
  readonly label: string;
  /** The first characters of the key, by which people recognise it. */
  readonly startsWith: string;
  readonly scopes: readonly AgentScope[];
  /** Bounds the total of the key's sales of a local day, cancelled sales included. Null means no bound. */
  readonly dailyAmount: Paisa | null;
  readonly status: AgentKeyStatus;
  readonly createdAt: Instant;
  /** The moment from which the key is invalid; null for a key without an end. */
  readonly expiresAt: Instant | null;
  /** The moment of the key's last request, exact to a minute; null before the first request. */
  readonly lastUsedAt: Instant | null;
}

/** The most keys of an agent that have not expired. */
export const MOST_KEYS = 20;

/** Whether a key calls an instance that takes real money, or a sandbox. */
export type KeyMode = 'live' | 'test';

const PREFIXES: Readonly<Record<KeyMode, string>> = { live: 'bt_live_', test: 'bt_test_' };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 32;
const WELL_FORMED = new RegExp(`^bt_(live|test)_[A-Za-z0-9]{${LENGTH}}$`);
const SHOWN_LENGTH = 12;

/** Makes a key that is too long to guess. */
export const makeKey = (mode: KeyMode, random: Random): string => PREFIXES[mode] + random.letters(ALPHABET, LENGTH);

/** The characters of a key that stay visible. */
export const startOf = (key: string): string => key.slice(0, SHOWN_LENGTH);

/** True for a bearer token that is meant as an agent's key. No access token and no device token begins like this. */
export const isAgentKey = (token: string): boolean => token.startsWith('bt_');

/** The kind of instance that a key is for. Undefined if the text is no key. */
export const modeOf = (key: string): KeyMode | undefined => WELL_FORMED.exec(key)?.[1] as KeyMode | undefined;

export const isExpired = ({ expiresAt }: Pick<AgentKey, 'expiresAt'>, now: Instant): boolean =>
  expiresAt !== null && expiresAt <= now;

const USED_SECONDS = 60;

/** True if the moment of the key's last request should be stored again. Every request would otherwise cost a write. */
export const isUseToBeStored = ({ lastUsedAt }: Pick<AgentKey, 'lastUsedAt'>, now: Instant): boolean =>
  lastUsedAt === null || secondsBetween(lastUsedAt, now) >= USED_SECONDS;

/** Days after its last request for which a key lasts that a stranger got on a sandbox. */
export const SANDBOX_KEY_DAYS = 30;

/**
 * The moment until which a stranger's key lasts when it is used at `now`. Undefined if the key's end need not be moved:
 * it is moved once a day.
 */
export function prolongedUntil(
  { isOfSandbox, expiresAt }: Pick<AgentKey, 'expiresAt'> & { readonly isOfSandbox: boolean },
  now: Instant,
): Instant | undefined {
  if (!isOfSandbox || expiresAt === null || expiresAt >= daysAfter(now, SANDBOX_KEY_DAYS - 1)) return undefined;
  return daysAfter(now, SANDBOX_KEY_DAYS);
}

/** Whether a key with these scopes may do what needs one of the `wanted` scopes. */
export const allows = (scopes: readonly AgentScope[], wanted: readonly AgentScope[]): boolean =>
  wanted.some((scope) => scopes.includes(scope) || (scope === 'read' && scopes.includes('sell')));

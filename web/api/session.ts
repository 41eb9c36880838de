import { type ReadonlySignal, signal } from '@preact/signals';
import type { Schemas } from './operations.ts';
import { inTurn } from './in-turn.ts';
import { type Problem, offline, problemIn } from './problem.ts';
import { settings, to } from './settings.ts';

type Tokens = Schemas['Session'];

interface Kept extends Tokens {
  /** The moment at which the access token was issued, by this device's clock, which may be wrong. */
  readonly at: number;
}

/** The signed-in user, shared by all tabs of this browser. */
export interface Session {
  readonly user: ReadonlySignal<Schemas['User'] | undefined>;
  /** The refusal code with which the service ended the last session here; undefined if the user ended it. */
  readonly ended: ReadonlySignal<string | undefined>;
  readonly begin: (tokens: Tokens) => void;
  /** Deletes the tokens from this browser. The caller must tell the service that the user signs out. */
  readonly end: () => void;
  readonly rename: (user: Schemas['User']) => void;
  /** A valid access token, refreshed if necessary; undefined when nobody is signed in. Throws Problem `OFFLINE`. */
  readonly token: () => Promise<string | undefined>;
  /** A new token after the service refused the token `refused`; undefined if the session is over. */
  readonly tokenAfter: (refused: string) => Promise<string | undefined>;
  readonly refreshToken: () => string | undefined;
}

const LEEWAY_MS = 15_000;

const LIFETIME_MS = settings.access_token_minutes * 60_000;

/**
 * Whether an access token has not expired, judged by its age on this device. The expiry time is not used, because the
 * device's clock may be wrong by hours. Accepts a clock that was set back a little.
 */
const isFresh = ({ at }: Kept): boolean => {
  const age = Date.now() - at;
  return age >= -LEEWAY_MS && age < LIFETIME_MS - LEEWAY_MS;
};

/** The session whose tokens are stored in `localStorage` under `name`, and nowhere else. */
export function sessionKeptAs(name: string): Session {
  const read = (): Kept | undefined => (JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined;
  const user = signal(read()?.user);
  const ended = signal<string | undefined>(undefined);
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) user.value = read()?.user;
  });

  const keep = (kept: Kept | undefined): void => {
    if (kept) localStorage.setItem(name, JSON.stringify(kept));
    else localStorage.removeItem(name);
    user.value = kept?.user;
  };

  /** Refreshes the tokens, unless another tab just did. */
  const refreshed = (isStale: (kept: Kept) => boolean): Promise<string | undefined> =>
    // A session is refreshed only once at a time, because a refresh token used twice ends the session.
    inTurn(`${name}-refresh`, async () => {
      const kept = read();
      if (!kept || !isStale(kept)) return kept?.access;
      const response = await fetch(to('/api/auth/refresh'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ refresh: kept.refresh }),
      }).catch(() => {
        throw offline();
      });
      if (response.ok) {
        const tokens = (await response.json()) as Tokens;
        keep({ ...tokens, at: Date.now() });
        return tokens.access;
      }
      const problem: Problem = await problemIn(response);
      // Only a refused token ends the session; a service that is down or busy does not.
      if (problem.status !== 401) throw problem;
      // If another tab has used the refresh token first, its new tokens are in the storage.
      const now = read();
      if (now && now.refresh !== kept.refresh) return now.access;
      ended.value = problem.code;
      keep(undefined);
      return undefined;
    });

  return {
    user,
    ended,
    begin: (tokens) => {
      ended.value = undefined;
      keep({ ...tokens, at: Date.now() });
    },
    end: () => {
      ended.value = undefined;
      keep(undefined);
    },
    rename: (renamed) => {
      const kept = read();
      if (kept) keep({ ...kept, user: renamed });
    },
    token: async () => {
      const kept = read();
      return !kept || isFresh(kept) ? kept?.access : refreshed((found) => !isFresh(found));
    },
    tokenAfter: (refused) => refreshed(({ access }) => access === refused),
    refreshToken: () => read()?.refresh,
  };
}

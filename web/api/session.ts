import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Schemas } from './operations.ts';
import { inTurn } from './in-turn.ts';
import { offline, problemIn } from './problem.ts';
import type { Problem } from './problem.ts';
import { settings, to } from './settings.ts';

type Tokens = Schemas['Session'];

interface Kept extends Tokens {
  /** When the access token was given, by the clock of this machine, which may be wrong. */
  readonly at: number;
}

/** Somebody who is signed in, in all tabs of this browser at once. */
export interface Session {
  readonly user: ReadonlySignal<Schemas['User'] | undefined>;
  readonly begin: (tokens: Tokens) => void;
  /** Forgets the tokens. Telling the service is the caller's. */
  readonly end: () => void;
  readonly rename: (user: Schemas['User']) => void;
  /** A token that is good now, after a refresh if need be; undefined for nobody. Throws Problem `OFFLINE`. */
  readonly token: () => Promise<string | undefined>;
  /** Another token in place of one that was refused; undefined when the session is over. */
  readonly tokenAfter: (refused: string) => Promise<string | undefined>;
  readonly refreshToken: () => string | undefined;
}

const LEEWAY_MS = 15_000;

const LIFETIME_MS = settings.access_token_minutes * 60_000;

/** By the age of the token: a clock that is wrong by hours still tells minutes well. It may be set back by a little. */
const isFresh = ({ at }: Kept): boolean => {
  const age = Date.now() - at;
  return age >= -LEEWAY_MS && age < LIFETIME_MS - LEEWAY_MS;
};

/** The session that this browser keeps under `name`: the one place in which its tokens are. */
export function sessionKeptAs(name: string): Session {
  const read = (): Kept | undefined => (JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined;
  const user = signal(read()?.user);
  addEventListener('storage', ({ key }) => {
    if (key === name || key === null) user.value = read()?.user;
  });

  const keep = (kept: Kept | undefined): void => {
    if (kept) localStorage.setItem(name, JSON.stringify(kept));
    else localStorage.removeItem(name);
    user.value = kept?.user;
  };

  /** Asks for new tokens, unless another tab has done so while this one waited for its turn. */
  const refreshed = (isStale: (kept: Kept) => boolean): Promise<string | undefined> =>
    // A refresh token shown twice ends the session.
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
      // Only a refused token ends a session: a service that is down or busy does not.
      if (problem.status !== 401) throw problem;
      // It was refused because another tab has used it; what that tab got is here.
      const now = read();
      if (now && now.refresh !== kept.refresh) return now.access;
      keep(undefined);
      return undefined;
    });

  return {
    user,
    begin: (tokens) => keep({ ...tokens, at: Date.now() }),
    end: () => keep(undefined),
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

import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as scryptKdf from 'scrypt-kdf';
import type { HashTurn, Passwords } from '../../core/accounts/crypto-ports.ts';
import { tooManySigningIn } from '../../core/accounts/refusals.ts';
import { hashQueue } from './hash-queue.ts';

// The functions are members of the default export at run time, though the package's types export them by name.
const { kdf, verify } = (scryptKdf as unknown as { readonly default: typeof scryptKdf }).default;

interface Options {
  /** The cost of scrypt is 2^logN. */
  readonly logN: number;
  readonly atOnce?: number;
  readonly waiting?: number;
}

/** Hashes passwords. `load` returns how many hashes are being computed and how many wait. */
export interface BusyPasswords extends Passwords {
  readonly load: () => { readonly running: number; readonly waiting: number };
}

/** The most passwords hashed at a time. One of libuv's four threads stays free for files and name look-ups. */
const HASHING_THREADS = 3;
const MOST_WAITING = 32;
/** The turn of hashes that no request of a stranger asked for, such as those of an import. */
const OWN_TURN: HashTurn = { address: '', isUsual: true };

/**
 * Hashes passwords with scrypt (RFC 7914) on libuv's threads, a few at a time. More hashes at a time would save no time
 * and would block all other work of the threads. IP addresses take turns, so that nobody who guesses keeps others out.
 */
export function scryptPasswords({
  logN,
  atOnce = Math.min(availableParallelism(), HASHING_THREADS),
  waiting = MOST_WAITING,
}: Options): BusyPasswords {
  const queue = hashQueue({ atOnce, waiting, whenFull: tooManySigningIn });
  /** An unknown user's password is compared with this hash. The refusal then takes as long as for a known user. */
  const dummyHash = kdf(randomUUID(), { logN });

  return {
    hash: (password, turn = OWN_TURN) =>
      queue.run(turn, async () => Buffer.from(await kdf(password, { logN })).toString('base64')),
    matches: (password, hash, turn = OWN_TURN) =>
      queue.run(turn, async () => {
        const matches = await verify(hash ?? (await dummyHash), password);
        return hash !== undefined && matches;
      }),
    load: queue.load,
  };
}

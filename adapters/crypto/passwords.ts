import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as scryptKdf from 'scrypt-kdf';
import type { Passwords } from '../../core/accounts/ports.ts';
import { tooManySigningIn } from '../../core/accounts/refusals.ts';

// At run time the functions are members of the default export; the package's types know them as exports of their own.
const { kdf, verify } = (scryptKdf as unknown as { readonly default: typeof scryptKdf }).default;

interface Options {
  /** Cost: 2^logN. */
  readonly logN: number;
  readonly atOnce?: number;
  readonly waiting?: number;
}

/** Passwords, and how many hashes are being computed or wait for their turn. */
export interface BusyPasswords extends Passwords {
  readonly load: () => { readonly running: number; readonly waiting: number };
}

/** One of libuv's four threads stays free: files and name look-ups need them too. */
const SPARE_THREADS = 3;
const MOST_WAITING = 32;

/** scrypt (RFC 7914) on libuv's threads, a few at a time: more at once finish no sooner, and starve everything else. */
export function scryptPasswords({ logN, atOnce = Math.min(availableParallelism(), SPARE_THREADS), waiting = MOST_WAITING }: Options): BusyPasswords {
  const { take: takeTurns, load } = turns(atOnce, waiting);
  /** What the password of nobody is compared with, so that an unknown user costs what a known one costs. */
  const nobodys = kdf(randomUUID(), { logN });

  return {
    hash: (password) => takeTurns(async () => Buffer.from(await kdf(password, { logN })).toString('base64')),
    matches: (password, hash) => takeTurns(async () => {
      const matches = await verify(hash ?? (await nobodys), password);
      return hash !== undefined && matches;
    }),
    load,
  };
}

/** Runs so much at once, lets so much wait in a row, and refuses the rest. */
function turns(atOnce: number, mostWaiting: number): { readonly take: <Result>(work: () => Promise<Result>) => Promise<Result>; readonly load: BusyPasswords['load'] } {
  const row: (() => void)[] = [];
  let running = 0;

  const take = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else if (row.length >= mostWaiting) throw tooManySigningIn();
    else await new Promise<void>((resolve) => row.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over, so that nobody slips in between.
      const next = row.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return { take, load: () => ({ running, waiting: row.length }) };
}

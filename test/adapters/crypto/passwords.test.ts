import { expect } from 'chai';
import { codeDigests } from '../../../adapters/crypto/keys.ts';
import { scryptPasswords } from '../../../adapters/crypto/passwords.ts';
import { keyedMutex } from '../../../adapters/crypto/keyed-mutex.ts';
import type { UserId } from '../../../core/kernel/ids.ts';

const kindOf = (error: unknown): unknown => (error as { kind?: unknown }).kind;

describe('passwords', () => {
  it('a password matches its own hash and no other', async () => {
    const passwords = scryptPasswords({ logN: 2 });
    const [one, two] = [await passwords.hash('himal-2026'), await passwords.hash('himal-2026')];
    expect(one).not.to.equal(two);
    expect(one.startsWith('!')).to.equal(false);
    expect(await passwords.matches('himal-2026', one)).to.equal(true);
    for (const other of ['himal-2025', 'Himal-2026', 'himal-2026 ', '', 'x'.repeat(10_000)])
      expect(await passwords.matches(other, one)).to.equal(false);
    const devanagari = await passwords.hash('हिमाल-2026');
    expect(await passwords.matches('हिमाल-2026', devanagari)).to.equal(true);
  });

  it('a password check for an account that does not exist always fails', async () => {
    const passwords = scryptPasswords({ logN: 2 });
    for (const password of ['', 'himal-2026', 'undefined'])
      expect(await passwords.matches(password, undefined)).to.equal(false);
  });

  it('a password is hashed with the scrypt cost of production', async () => {
    const passwords = scryptPasswords({ logN: 15 });
    expect(await passwords.matches('himal-2026', await passwords.hash('himal-2026'))).to.equal(true);
  });

  it('password hashing waits in a queue, and is refused when the queue is full', async () => {
    const passwords = scryptPasswords({ logN: 10, atOnce: 2, waiting: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => passwords.hash('himal-2026')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(5);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    for (const refusal of refused) expect(refusal).to.include({ kind: 'unavailable', retryAfterSeconds: 3 });
    await passwords.hash('himal-2026');
  });

  it('a full queue of one address makes room for a hash and for a check of another address', async () => {
    const passwords = scryptPasswords({ logN: 10, atOnce: 1, waiting: 2 });
    const known = await passwords.hash('himal-2026');
    const turn = (address: string) => ({ address, isUsual: false });
    for (const task of [
      (address: string) => passwords.hash('himal-2026', turn(address)),
      (address: string) => passwords.matches('himal-2026', known, turn(address)),
    ]) {
      const guesses = Array.from({ length: 4 }, () => task('203.0.113.1').catch(kindOf));
      expect(await task('203.0.113.2')).to.not.equal(false);
      expect(await Promise.all(guesses)).to.include('unavailable');
    }
  });

  it('a failed password hashing frees its place in the queue', async () => {
    const passwords = scryptPasswords({ logN: 2, atOnce: 1, waiting: 1 });
    for (let n = 0; n < 5; n += 1)
      expect(kindOf(await passwords.matches('x', 'no hash').catch((error: unknown) => error))).to.equal(undefined);
    expect(await passwords.matches('x', await passwords.hash('x'))).to.equal(true);
  });
});

describe('work under a mutex key', () => {
  const pausing = (marks: string[], mark: string) => async (): Promise<string> => {
    marks.push(`${mark} begins`);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    marks.push(`${mark} ends`);
    return mark;
  };

  it('two jobs with the same mutex key run one after the other; jobs with different keys run in parallel', async () => {
    const [mutex, marks] = [keyedMutex(), [] as string[]];
    expect(
      await Promise.all([
        mutex('a', pausing(marks, 'one')),
        mutex('a', pausing(marks, 'two')),
        mutex('b', pausing(marks, 'three')),
      ]),
    ).to.deep.equal(['one', 'two', 'three']);
    expect(marks.indexOf('one ends')).to.be.lessThan(marks.indexOf('two begins'));
    expect(marks.indexOf('three begins')).to.be.lessThan(marks.indexOf('one ends'));
  });

  it('jobs with the same mutex key run in their order, even when more jobs are added meanwhile', async () => {
    const [mutex, marks] = [keyedMutex(), [] as string[]];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = mutex('a', pausing(marks, 'one'));
    const two = mutex('a', () => held);
    await one;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const three = mutex('a', pausing(marks, 'three'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(marks).to.deep.equal(['one begins', 'one ends']);
    release();
    await Promise.all([two, three]);
    expect(marks).to.deep.equal(['one begins', 'one ends', 'three begins', 'three ends']);
  });

  it('a job runs although the previous job with the same mutex key failed', async () => {
    const mutex = keyedMutex();
    const failing = mutex('a', () => Promise.reject(new Error('no')));
    const next = mutex('a', async () => 'yes');
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal('no');
    expect(await next).to.equal('yes');
  });
});

describe('digests of mailed codes', () => {
  const digests = codeDigests('only for tests, thirty-two letters long');
  const digest = digests.of(7 as UserId, 'EMAIL', '123456');

  it('the stored hash of a mailed code matches only the same code, user, purpose and secret', () => {
    expect(digests.equal(digest, digests.of(7 as UserId, 'EMAIL', '123456'))).to.equal(true);
    for (const other of [
      digests.of(7 as UserId, 'EMAIL', '123457'),
      digests.of(8 as UserId, 'EMAIL', '123456'),
      digests.of(7 as UserId, 'SIGN_IN', '123456'),
      codeDigests('another secret for tests, long enough').of(7 as UserId, 'EMAIL', '123456'),
      '',
      digest.slice(1),
    ])
      expect(digests.equal(digest, other)).to.equal(false);
  });
});

import { expect } from 'chai';
import {
  type NewPhoneCode,
  type PhoneCodeRepo,
  type PhonePurpose,
  PHONE_CODE_TRIES,
} from '../../../core/accounts/phone-code.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';

const PHONE = '9812345678';
const OTHER_PHONE = '9800000001';
const ADDRESS = '198.51.100.1';
const BEFORE = (START - 1) as Instant;

onEveryEngine('SMS codes', (engine) => {
  const on = <Result>(work: (codes: PhoneCodeRepo) => Promise<Result>): Promise<Result> =>
    engine().transact(({ phoneCodes }) => work(phoneCodes));
  const add = ({ createdAt = START, ...traits }: Partial<NewPhoneCode> & Pick<NewPhoneCode, 'ticket'>) =>
    on((codes) =>
      codes.add({
        phone: PHONE,
        isKnown: false,
        isUsual: false,
        purpose: 'SIGN_IN',
        address: ADDRESS,
        digest: `digest of ${traits.ticket}`,
        createdAt,
        expiresAt: minutesAfter(createdAt, 5),
        ...traits,
      }),
    );
  const tryCode = (nonce: string, purpose: PhonePurpose = 'SIGN_IN', now = START) =>
    on((codes) => codes.reserveTry({ nonce, purpose }, PHONE_CODE_TRIES, now));
  const use = (nonce: string, purpose: PhonePurpose = 'SIGN_IN') => on((codes) => codes.use({ nonce, purpose }));
  const isGood = async (nonce: string): Promise<boolean> => (await tryCode(nonce)) !== undefined;

  it('a try of an SMS code returns the phone number and the code’s hash', async () => {
    await add({ ticket: 'one' });
    expect(await tryCode('one')).to.deep.equal({ phone: PHONE, digest: 'digest of one' });
    expect(await tryCode('two')).to.equal(undefined);
  });

  it('an SMS code is refused for any purpose other than the one it was sent for', async () => {
    await add({ ticket: 'one', purpose: 'CHANGE' });
    expect([await tryCode('one'), await use('one')]).to.deep.equal([undefined, false]);
    expect(await tryCode('one', 'CHANGE')).to.include({ phone: PHONE });
    expect(await use('one', 'CHANGE')).to.equal(true);
  });

  it('an SMS code accepts only the allowed number of tries, and a released try does not count', async () => {
    await add({ ticket: 'one' });
    for (let tries = 0; tries < PHONE_CODE_TRIES; tries += 1) expect(await isGood('one'), String(tries)).to.equal(true);
    expect(await isGood('one')).to.equal(false);
    await on((codes) => codes.releaseTry({ nonce: 'one', purpose: 'CHANGE' }));
    expect(await isGood('one')).to.equal(false);
    await on((codes) => codes.releaseTry({ nonce: 'one', purpose: 'SIGN_IN' }));
    expect([await isGood('one'), await isGood('one')]).to.deep.equal([true, false]);
  });

  it('undoing a try of an SMS code that was never made allows no extra try', async () => {
    await add({ ticket: 'one' });
    await on((codes) => codes.releaseTry({ nonce: 'one', purpose: 'SIGN_IN' }));
    for (let tries = 0; tries < PHONE_CODE_TRIES; tries += 1) await tryCode('one');
    expect(await isGood('one')).to.equal(false);
  });

  it('an SMS code’s number of tries never exceeds the limit, even when tries arrive at once', async () => {
    await add({ ticket: 'one' });
    const tries = await Promise.all(Array.from({ length: 12 }, () => tryCode('one')));
    expect(tries.filter((one) => one !== undefined)).to.have.length(PHONE_CODE_TRIES);
  });

  it('an SMS code is used only once, however many requests use it at once', async () => {
    await add({ ticket: 'one' });
    const used = await Promise.all([use('one'), use('one'), use('one')]);
    expect(used.filter(Boolean)).to.deep.equal([true]);
    expect(await isGood('one')).to.equal(false);
  });

  it('an SMS code is valid until just before the moment it expires', async () => {
    await add({ ticket: 'one' });
    const expiresAt = minutesAfter(START, 5);
    expect(await tryCode('one', 'SIGN_IN', (expiresAt - 1) as Instant)).to.include({ phone: PHONE });
    expect(await tryCode('one', 'SIGN_IN', expiresAt)).to.equal(undefined);
  });

  it('a new SMS code ends earlier codes of the same phone number and IP address, whatever their purpose, and no others', async () => {
    await add({ ticket: 'same' });
    await add({ ticket: 'change', purpose: 'CHANGE' });
    await add({ ticket: 'elsewhere', address: '198.51.100.2' });
    await add({ ticket: 'other number', phone: OTHER_PHONE });
    await add({ ticket: 'new', createdAt: secondsAfter(START, 1) });
    expect(await tryCode('change', 'CHANGE')).to.equal(undefined);
    const good = [];
    for (const ticket of ['same', 'elsewhere', 'other number', 'new']) if (await isGood(ticket)) good.push(ticket);
    expect(good).to.deep.equal(['elsewhere', 'other number', 'new']);
  });

  it('sent SMS codes are counted by phone number, by IP address, by whether the number is known, and in total', async () => {
    await add({ ticket: '1', createdAt: secondsAfter(START, 1) });
    await add({ ticket: '2', createdAt: secondsAfter(START, 2), phone: OTHER_PHONE, isKnown: true });
    await add({ ticket: '3', createdAt: secondsAfter(START, 3), address: '198.51.100.2' });
    const newest = (scope: Parameters<PhoneCodeRepo['nthNewest']>[0], nth: number, since = START) =>
      on((codes) => codes.nthNewest(scope, nth, since));
    const at = (seconds: number) => secondsAfter(START, seconds);
    expect([await newest({}, 1), await newest({}, 2), await newest({}, 3), await newest({}, 4)]).to.deep.equal([
      at(3),
      at(2),
      at(1),
      undefined,
    ]);
    expect([await newest({ phone: PHONE }, 1), await newest({ phone: PHONE }, 2)]).to.deep.equal([at(3), at(1)]);
    expect(await newest({ phone: PHONE, address: ADDRESS }, 1)).to.equal(at(1));
    expect([await newest({ address: ADDRESS }, 1), await newest({ address: ADDRESS }, 2)]).to.deep.equal([
      at(2),
      at(1),
    ]);
    expect([await newest({ isKnown: true }, 1), await newest({ isKnown: true }, 2)]).to.deep.equal([at(2), undefined]);
    expect([await newest({ isKnown: false }, 1), await newest({ isKnown: false }, 2)]).to.deep.equal([at(3), at(1)]);
    expect(await newest({}, 3, at(1)), 'since is exclusive').to.equal(undefined);
  });

  it('SMS codes that were used, ended or tried too often still count towards the limits on sending', async () => {
    await add({ ticket: 'one' });
    await add({ ticket: 'two' });
    await use('two');
    expect(await on((codes) => codes.nthNewest({ phone: PHONE }, 2, BEFORE))).to.equal(START);
  });

  it('the limits on SMS codes are checked by only one process at a time, until that process has stored its code', async () => {
    const order: string[] = [];
    const send = (name: string) =>
      engine().transact(async ({ phoneCodes }) => {
        await phoneCodes.lockSending();
        order.push(`${name} begins`);
        await phoneCodes.nthNewest({}, 1, START);
        order.push(`${name} ends`);
      });
    await Promise.all([send('one'), send('two'), send('three')]);
    for (let begun = 0; begun < order.length; begun += 2)
      expect(order[begun + 1]).to.equal(order[begun]!.replace('begins', 'ends'));
  });

  it('SMS codes are deleted by age, the oldest first, a few at a time', async () => {
    for (const seconds of [2, 0, 1, 3])
      await add({ ticket: String(seconds), createdAt: secondsAfter(START, seconds), phone: `980000000${seconds}` });
    const prune = (before: Instant, limit: number) => on((codes) => codes.prune(before, limit));
    expect(await prune(START, 10)).to.equal(0);
    expect(await prune(secondsAfter(START, 3), 2)).to.equal(2);
    expect([await isGood('0'), await isGood('1'), await isGood('2'), await isGood('3')]).to.deep.equal([
      false,
      false,
      true,
      true,
    ]);
    expect([await prune(secondsAfter(START, 3), 2), await isGood('3')]).to.deep.equal([1, true]);
  });
});

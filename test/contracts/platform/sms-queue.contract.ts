import { expect } from 'chai';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type NewSms, newCodeSms, newRefundSms, newTripSms } from '../../../core/platform/sms.ts';
import type { SmsQueue, WaitingSms } from '../../../core/platform/sms-queue.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const LATER = secondsAfter(START, 5);
const before = (at: Instant): Instant => (at - 1) as Instant;
const CODE = { to: '9841234567', purpose: 'SIGN_IN', code: '123456' } as const;
const DAY = { start: START, end: daysAfter(START, 1) };

onEveryEngine('the queue of text messages', (engine: () => Engine) => {
  const on = <Result>(work: (queue: SmsQueue) => Promise<Result>): Promise<Result> =>
    engine().transact(({ smsQueue }) => work(smsQueue));
  const add = (at = START, ...texts: readonly NewSms[]): Promise<void> =>
    on((queue) => queue.add(texts.length > 0 ? texts : [newCodeSms(CODE, at)], at));
  const due = (at = START, limit = 10): Promise<readonly WaitingSms[]> => on((queue) => queue.due(at, limit));
  const onlyText = async (at = START): Promise<WaitingSms> => {
    const [text, ...others] = await due(at);
    if (!text || others.length > 0) throw new Error('Not one text is due.');
    return text;
  };
  const aBookingId = async (): Promise<BookingId> => {
    const trip = await aTrip(engine(), { seats: 10 });
    return (await aBooking(engine(), { tripId: trip.id, userId: await aPassengerId(engine()) })).id;
  };

  it('a queued text message is due from the moment it was queued', async () => {
    await add();
    expect(await due(before(START))).to.deep.equal([]);
    const { id: _id, ...text } = await onlyText();
    expect(text).to.deep.equal({
      sms: { kind: 'CODE', ...CODE },
      expiresAt: minutesAfter(START, 5),
      attempt: 1,
    });
    expect(await engine().dueSms(START, 10)).to.deep.equal(await due());
  });

  it('a text message about a refund is kept with its amount', async () => {
    const sms = { kind: 'REFUND_SENT', bookingId: await aBookingId(), amount: paisa(120_050) } as const;
    await add(START, newRefundSms(sms, START));
    expect(await onlyText()).to.deep.include({ sms, expiresAt: daysAfter(START, 7) });
  });

  it('text messages are given out up to a limit, and the longest due come first', async () => {
    for (const [seconds, to] of [
      [3, '9800000003'],
      [1, '9800000001'],
      [2, '9800000002'],
    ] as const)
      await add(secondsAfter(START, seconds), newCodeSms({ ...CODE, to }, START));
    const numbers = (await due(LATER, 2)).map(({ sms }) => 'to' in sms && sms.to);
    expect(numbers).to.deep.equal(['9800000001', '9800000002']);
  });

  it('text messages with codes are given out before all others, however long the others have been due', async () => {
    const bookingId = await aBookingId();
    const bulk = Array.from({ length: 7 }, () => newTripSms({ kind: 'CONFIRMED', bookingId }, { arrivesAt: DAY.end }));
    await add(START, ...bulk.slice(0, 4), newCodeSms(CODE, LATER), ...bulk.slice(4));
    await add(LATER, newCodeSms({ ...CODE, code: '654321' }, LATER));
    expect((await due(before(LATER), 3)).map(({ sms }) => sms.kind)).to.deep.equal(['CODE', 'CONFIRMED', 'CONFIRMED']);
    const all = await due(LATER);
    expect(all.map(({ sms }) => ('code' in sms ? sms.code : sms.kind))).to.deep.equal([
      '123456',
      '654321',
      ...Array<string>(7).fill('CONFIRMED'),
    ]);
    expect(await due(LATER, 1)).to.deep.equal(all.slice(0, 1));
    expect(await engine().dueSms(LATER, 10)).to.deep.equal(all);
  });

  it('one call can queue several text messages, or none', async () => {
    await on((queue) => queue.add([], START));
    expect(await due()).to.deep.equal([]);
    await add(START, newCodeSms(CODE, START), newCodeSms({ ...CODE, code: '654321' }, START));
    expect((await due()).map(({ sms }) => 'code' in sms && sms.code)).to.deep.equal(['123456', '654321']);
  });

  it('a queued text message is taken by only one of several sending processes', async () => {
    await add();
    const text = await onlyText();
    const taken = await Promise.all([1, 2, 3].map(() => on((queue) => queue.take(text, 1, LATER))));
    expect(taken.filter(Boolean)).to.deep.equal([true]);
    expect(await due(daysAfter(START, 30))).to.deep.equal([]);
  });

  it('a queued text message that a process takes counts as sent, in SMS parts, until the process puts it back', async () => {
    await add();
    const text = await onlyText();
    await on((queue) => queue.take(text, 2, LATER));
    expect(await on((queue) => queue.partsSent(DAY))).to.equal(2);
    expect(await on((queue) => queue.partsSent({ start: secondsAfter(LATER, 1), end: DAY.end }))).to.equal(0);
    expect(await on((queue) => queue.partsSent({ start: START, end: LATER }))).to.equal(0);
    await on((queue) => queue.putBack(text, secondsAfter(LATER, 5)));
    expect(await on((queue) => queue.partsSent(DAY))).to.equal(0);
  });

  it('a queued text message that a process puts back is due again later with the same content, as the next attempt', async () => {
    await add();
    const text = await onlyText();
    await on((queue) => queue.take(text, 1, START));
    await on((queue) => queue.putBack(text, LATER));
    expect(await due(before(LATER))).to.deep.equal([]);
    expect(await onlyText(LATER)).to.deep.equal({ ...text, attempt: 2 });
  });

  it('a queued text message cannot be taken, put back or given up by a process that has an outdated attempt', async () => {
    await add();
    const first = await onlyText();
    await on((queue) => queue.take(first, 1, START));
    await on((queue) => queue.putBack(first, LATER));
    expect(await on((queue) => queue.take(first, 1, LATER))).to.equal(false);
    await on((queue) => queue.putBack(first, daysAfter(LATER, 1)));
    await on((queue) => queue.giveUp(first, 'FAILED'));
    const second = await onlyText(LATER);
    expect(second.attempt).to.equal(2);
    await on((queue) => queue.take(second, 3, LATER));
    await on((queue) => queue.putBack(first, LATER));
    await on((queue) => queue.giveUp(first, 'FAILED'));
    expect(await due(daysAfter(LATER, 2))).to.deep.equal([]);
    expect(await on((queue) => queue.partsSent(DAY))).to.equal(3);
  });

  it('a queued text message that no process has taken cannot be put back', async () => {
    await add();
    const text = await onlyText();
    await on((queue) => queue.putBack(text, LATER));
    expect(await onlyText()).to.deep.equal(text);
  });

  it('a queued text message that is given up is never due again, and its SMS parts do not count as sent', async () => {
    await add();
    const text = await onlyText();
    await on((queue) => queue.take(text, 1, START));
    await on((queue) => queue.giveUp(text, 'FAILED'));
    expect(await due(daysAfter(START, 30))).to.deep.equal([]);
    expect(await on((queue) => queue.partsSent(DAY))).to.equal(0);
  });

  it('the number of waiting text messages includes those that wait for another attempt', async () => {
    for (let count = 0; count < 3; count += 1) await add();
    const [one, other] = await due();
    await on((queue) => queue.take(one!, 1, START));
    await on((queue) => queue.take(other!, 1, START));
    await on((queue) => queue.putBack(other!, LATER));
    expect(await on((queue) => queue.backlog())).to.equal(2);
  });

  it('a text message is not queued if its transaction is rolled back', async () => {
    await on(async (queue) => {
      await queue.add([newCodeSms(CODE, START)], START);
      throw new Error('undone');
    }).catch(() => undefined);
    expect(await due()).to.deep.equal([]);
  });

  it('old text messages that were sent or given up are deleted a few at a time, and waiting ones are kept', async () => {
    for (let count = 0; count < 4; count += 1) await add(secondsAfter(START, count));
    const texts = await due(LATER);
    for (const text of texts.slice(0, 3)) await on((queue) => queue.take(text, 1, LATER));
    await on((queue) => queue.giveUp(texts[1]!, 'FAILED'));
    const prune = (at: Instant, limit: number) => on((queue) => queue.prune(at, limit));
    expect(await prune(START, 10)).to.equal(0);
    expect(await prune(secondsAfter(START, 2), 1)).to.equal(1);
    expect(await prune(secondsAfter(START, 2), 10)).to.equal(1);
    expect(await on((queue) => queue.partsSent(DAY))).to.equal(1);
    expect(await prune(daysAfter(START, 1), 10)).to.equal(1);
    expect(await due(LATER)).to.have.length(1);
  });
});

import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { sendSms } from '../../../core/platform/send-sms.ts';
import {
  type NewSms,
  type QueuedSms,
  type Sms,
  type SmsKind,
  type SmsOutcome,
  newCancellationSms,
  newCodeSms,
  newRefundSms,
  newTripSms,
} from '../../../core/platform/sms.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const CODE = { to: '9841234567', purpose: 'SIGN_IN', code: '908172' } as const;
const TODAY = { start: START, end: daysAfter(START, 1) };

const SENT: SmsOutcome = { result: 'sent' };
const DOWN: SmsOutcome = { result: 'unreachable', reason: 'ECONNREFUSED' };
const NO_CREDIT: SmsOutcome = { result: 'refused for all', reason: 'status 403' };
const REFUSED: SmsOutcome = { result: 'refused', reason: 'status 403' };

describe('queued text messages', () => {
  let engine: Engine;
  let bookingId: BookingId;
  let clock: HandClock;
  let sent: Sms[];
  let outcome: SmsOutcome;
  let compose: (sms: QueuedSms) => Promise<Sms | undefined>;
  /** The trip's planned arrival at the time when a text message is composed; undefined without a trip. */
  let arrival: Instant | undefined;

  beforeEach(async () => {
    [engine, clock, sent, outcome] = [memoryEngine(), handClock(), [], SENT];
    const { id: tripId } = await aTrip(engine, { seats: 1 });
    ({ id: bookingId } = await aBooking(engine, { userId: await aPassengerId(engine), tripId }));
    arrival = undefined;
    compose = async ({ kind }) => ({ kind: kind as SmsKind, to: '9841234567', text: 'words', parts: 2 });
  });

  const add = (...texts: readonly NewSms[]) => engine.transact(({ smsQueue }) => smsQueue.add(texts, clock()));
  const aCode = () => add(newCodeSms(CODE, clock()));
  const aConfirmation = (arrivesAt: Instant = hoursAfter(START, 8)) =>
    add(newTripSms({ kind: 'CONFIRMED', bookingId }, { arrivesAt }));
  const parts = () => engine.transact(({ smsQueue }) => smsQueue.partsSent(TODAY));
  const backlog = () => engine.transact(({ smsQueue }) => smsQueue.backlog());
  const sender = (given = () => outcome) => ({
    send: async (sms: Sms) => {
      sent.push(sms);
      return given();
    },
  });
  const send = (smsSender: Parameters<typeof sendSms>[0]['smsSender'] = sender()) =>
    sendSms({
      ...engine,
      clock,
      smsSender,
      async composeSms(queued) {
        const sms = await compose(queued);
        return sms && { sms, ...(arrival !== undefined && { expiresAt: arrival }) };
      },
    })();
  const resultsOf = async () => (await send()).map(({ outcome: { result } }) => result);

  /** Tries to send a text message until it is given up. Returns the time of each try. */
  async function attempts(): Promise<readonly Instant[]> {
    const made: Instant[] = [];
    for (let next: Instant | undefined = clock(); next !== undefined;) {
      clock.set(next);
      const [delivery] = await send();
      made.push(next);
      next = delivery?.nextAttemptAt;
    }
    return made;
  }

  it('a queued text message is sent only once, and its SMS parts are counted', async () => {
    await aCode();
    expect(await resultsOf()).to.deep.equal(['sent']);
    expect([sent.length, await parts(), await backlog()]).to.deep.equal([1, 2, 0]);
    clock.advance(24 * 60);
    expect(await resultsOf()).to.deep.equal([]);
  });

  it('a text message that may have been sent is not sent again', async () => {
    await aConfirmation();
    outcome = { result: 'sent', doubt: 'TimeoutError' };
    expect((await send())[0]).to.deep.include({ outcome, nextAttemptAt: undefined });
    clock.advance(60);
    expect([await resultsOf(), sent.length, await parts()]).to.deep.equal([[], 1, 2]);
  });

  it('a text message counts as sent when the process dies while the SMS provider answers', async () => {
    await aConfirmation();
    const never = new Promise<SmsOutcome>(() => undefined);
    let handedOver: () => void = () => undefined;
    const given = new Promise<void>((resolve) => (handedOver = resolve));
    void send({
      send: () => {
        handedOver();
        return never;
      },
    });
    await given;
    clock.advance(60);
    expect([await resultsOf(), await parts(), await backlog()]).to.deep.equal([[], 2, 0]);
  });

  it('a text message is sent only once, although several processes send text messages', async () => {
    for (let count = 0; count < 12; count += 1) await aConfirmation();
    const deliveries = (await Promise.all([send(), send(), send()])).flat();
    expect([deliveries.length, sent.length, await parts()]).to.deep.equal([12, 12, 24]);
  });

  for (const failure of [DOWN, NO_CREDIT])
    it(`a text message is tried again at growing intervals, and does not count as sent meanwhile (${failure.result})`, async () => {
      await aConfirmation();
      outcome = failure;
      expect((await send())[0]).to.deep.include({ attempt: 1, nextAttemptAt: secondsAfter(START, 5) });
      expect([await parts(), await backlog()]).to.deep.equal([0, 1]);
      clock.set(secondsAfter(START, 5));
      expect((await send())[0]).to.deep.include({ attempt: 2, nextAttemptAt: secondsAfter(START, 15) });
      outcome = SENT;
      clock.set(secondsAfter(START, 15));
      expect([await resultsOf(), await parts(), await backlog()]).to.deep.equal([['sent'], 2, 0]);
    });

  it('a text message stays unsent when the sending code throws an error', async () => {
    await aConfirmation();
    const [delivery] = await send({ send: () => Promise.reject(new Error('disk full')) });
    expect(delivery?.outcome).to.deep.equal({ result: 'unreachable', reason: 'Error: disk full' });
    expect(await backlog()).to.equal(1);
  });

  it('a text message that the provider refuses is given up', async () => {
    await aConfirmation();
    outcome = REFUSED;
    expect((await send())[0]).to.deep.include({ outcome: REFUSED, nextAttemptAt: undefined });
    clock.advance(60);
    outcome = SENT;
    expect([await resultsOf(), await parts(), await backlog()]).to.deep.equal([[], 0, 0]);
  });

  it('a text message with a sign-in code is tried for 5 minutes, and then dropped', async () => {
    await aCode();
    outcome = DOWN;
    const [last] = (await attempts()).slice(-1);
    expect(last).to.be.greaterThan(minutesAfter(START, 1)).and.lessThan(minutesAfter(START, 5));
    await aCode();
    clock.advance(5);
    expect([await resultsOf(), await parts()]).to.deep.equal([['expired'], 0]);
  });

  it('a text message about a trip is tried until the trip arrives, and then dropped', async () => {
    await aConfirmation(hoursAfter(START, 50));
    outcome = DOWN;
    const [last] = (await attempts()).slice(-1);
    expect(last).to.be.greaterThan(hoursAfter(START, 48)).and.lessThan(hoursAfter(START, 50));
    await aConfirmation(hoursAfter(clock(), 1));
    clock.advance(60);
    expect(await resultsOf()).to.deep.equal(['expired']);
  });

  it('a text message about a trip that was retimed is tried until the new arrival, and then dropped', async () => {
    await aConfirmation(hoursAfter(START, 2));
    outcome = DOWN;
    arrival = hoursAfter(START, 50);
    const [last] = (await attempts()).slice(-1);
    expect(last).to.be.greaterThan(hoursAfter(START, 48)).and.lessThan(hoursAfter(START, 50));
    await aConfirmation(hoursAfter(clock(), 9));
    arrival = clock();
    expect(await resultsOf()).to.deep.equal(['expired']);
  });

  it('a text message about a refund is tried for 7 days', async () => {
    const now = START;
    await add(newRefundSms({ kind: 'REFUND_SENT', bookingId, amount: paisa(100) }, now));
    outcome = DOWN;
    const [last] = (await attempts()).slice(-1);
    expect(last)
      .to.be.greaterThan(hoursAfter(START, 7 * 24 - 2))
      .and.lessThan(daysAfter(START, 7));
  });

  it('a text message about a cancelled trip is tried until the planned arrival, or for a day if the arrival has passed', async () => {
    const late = newCancellationSms({ kind: 'CANCELLED', bookingId }, { arrivesAt: START }, START);
    expect(late.expiresAt).to.equal(daysAfter(START, 1));
    const early = newCancellationSms({ kind: 'CANCELLED', bookingId }, { arrivesAt: hoursAfter(START, 1) }, START);
    expect(early.expiresAt).to.equal(hoursAfter(START, 1));
  });

  it('a text message is dropped when nobody is left who should get it', async () => {
    await aConfirmation();
    compose = async () => undefined;
    expect([await resultsOf(), sent.length, await parts(), await backlog()]).to.deep.equal([['unwanted'], 0, 0, 0]);
  });

  it('a text message that cannot be composed is tried again, and delays no other text message', async () => {
    await aCode();
    await aConfirmation();
    compose = async ({ kind }) => {
      if (kind === 'CODE') throw new Error('no words');
      return { kind: kind as SmsKind, to: '9841234567', text: 'words', parts: 1 };
    };
    expect(await resultsOf()).to.have.members(['not written', 'sent']);
    expect([await parts(), await backlog()]).to.deep.equal([1, 1]);
  });

  it('an SMS provider that refuses every text message is asked to send only five of them', async () => {
    for (let count = 0; count < 12; count += 1) await aConfirmation();
    outcome = NO_CREDIT;
    expect(await send()).to.have.length(5);
    expect(sent).to.have.length(5);
  });

  it('the logged result of a text message contains neither its text nor its code', async () => {
    await aCode();
    outcome = DOWN;
    expect(JSON.stringify(await send()))
      .to.not.include('908172')
      .and.to.not.include('words');
  });
});

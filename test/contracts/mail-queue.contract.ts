import { expect } from 'chai';
import type { ClaimedMail, MailQueue } from '../../core/bookings/mail-queue.ts';
import type { BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import { minutesAfter, secondsAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryDatabase, onEveryEngine } from '../support/engines.ts';
import type { Engine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';

const UNTIL = minutesAfter(START, 2);
const LATER = secondsAfter(START, 5);
const before = (at: Instant): Instant => (at - 1) as Instant;

const queueOf = (engine: () => Engine) => {
  let tripId: TripId;
  let userId: UserId;

  beforeEach(async () => {
    tripId = (await aTrip(engine(), { seats: 100 })).id;
    userId = await aPassengerId(engine());
  });

  const on = <Result>(work: (queue: MailQueue) => Promise<Result>): Promise<Result> =>
    engine().transact(({ mailQueue }) => work(mailQueue));
  const queued = async (at = START): Promise<BookingId> => {
    const { id } = await aBooking(engine(), { tripId, userId });
    await on((queue) => queue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, at));
    return id;
  };
  const claim = (now = START, until = UNTIL, limit = 10): Promise<readonly ClaimedMail[]> =>
    on((queue) => queue.claim(now, until, limit));
  const claimedIds = async (now = START, until = UNTIL, limit = 10): Promise<readonly BookingId[]> =>
    (await claim(now, until, limit)).map(({ bookingId }) => bookingId).sort((one, other) => one - other);
  return { on, queued, claim, claimedIds };
};

onEveryEngine('the queue of confirmations', (engine) => {
  const { on, queued, claim, claimedIds } = queueOf(engine);

  it('hands a mail out once it is due, and to one claimant at a time', async () => {
    const id = await queued();
    expect(await claim(before(START))).to.deep.equal([]);
    expect(await claim()).to.deep.equal([{ kind: 'BOOKING_CONFIRMED', bookingId: id, queuedAt: START, attempt: 1 }]);
    expect(await claim(before(UNTIL))).to.deep.equal([]);
  });

  it('hands a mail out again when its claim has lapsed: whoever had it may be gone', async () => {
    const id = await queued();
    await claim();
    expect(await claim(UNTIL, minutesAfter(UNTIL, 2))).to.deep.equal([
      { kind: 'BOOKING_CONFIRMED', bookingId: id, queuedAt: START, attempt: 2 },
    ]);
  });

  it('keeps one mail a booking, sent or not, however often it is added', async () => {
    const id = await queued();
    await on((queue) => queue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, LATER));
    const [mail] = await claim();
    expect(mail).to.include({ queuedAt: START });
    await on((queue) => queue.markSent(mail!, LATER));
    await on((queue) => queue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, LATER));
    expect(await claim(UNTIL)).to.deep.equal([]);
  });

  it('forgets nothing but what is sent or given up', async () => {
    const [sent, given, postponed, left] = [await queued(), await queued(), await queued(), await queued()];
    const mails = new Map((await claim()).map((mail) => [mail.bookingId, mail]));
    await on(async (queue) => {
      await queue.markSent(mails.get(sent)!, START);
      await queue.giveUp(mails.get(given)!);
      await queue.postpone(mails.get(postponed)!, LATER);
    });
    expect(await claimedIds(before(LATER))).to.deep.equal([]);
    expect(await claimedIds(LATER, minutesAfter(START, 10))).to.deep.equal([postponed]);
    expect(await claimedIds(minutesAfter(START, 10), minutesAfter(START, 20))).to.deep.equal([postponed, left]);
  });

  it('hands out the longest due first, and no more than asked for', async () => {
    const [late, early, middle] = [
      await queued(secondsAfter(START, 3)),
      await queued(secondsAfter(START, 1)),
      await queued(secondsAfter(START, 2)),
    ];
    expect(await claimedIds(LATER, UNTIL, 2)).to.deep.equal([early, middle]);
    expect(await claimedIds(LATER, UNTIL, 2)).to.deep.equal([late]);
  });

  it('says whether any is due', async () => {
    const anyDue = (at: Instant): Promise<readonly boolean[]> =>
      Promise.all([on((queue) => queue.anyDue(at)), engine().mailsWait(at)]);
    expect(await anyDue(LATER)).to.deep.equal([false, false]);
    await queued();
    expect(await anyDue(before(START))).to.deep.equal([false, false]);
    expect(await anyDue(START)).to.deep.equal([true, true]);
    const [mail] = await claim();
    expect(await anyDue(before(UNTIL))).to.deep.equal([false, false]);
    await on((queue) => queue.markSent(mail!, START));
    expect(await anyDue(UNTIL)).to.deep.equal([false, false]);
  });

  it('listens to the newest claim alone', async () => {
    const id = await queued();
    const [stale] = await claim();
    const [fresh] = await claim(UNTIL, minutesAfter(UNTIL, 2));
    await on(async (queue) => {
      await queue.postpone(stale!, START);
      await queue.giveUp(stale!);
    });
    expect(await claim(before(minutesAfter(UNTIL, 2)))).to.deep.equal([]);
    expect(await engine().mailsWait(minutesAfter(UNTIL, 2))).to.equal(true);
    await on((queue) => queue.postpone(fresh!, LATER));
    expect(await claimedIds(LATER)).to.deep.equal([id]);
  });

  it('takes the word of a stale claim that the mail is out, and sends it no more', async () => {
    await queued();
    const [stale] = await claim();
    const [fresh] = await claim(UNTIL, minutesAfter(UNTIL, 2));
    await on(async (queue) => {
      await queue.markSent(stale!, UNTIL);
      await queue.postpone(fresh!, LATER);
    });
    expect(await claim(minutesAfter(UNTIL, 60))).to.deep.equal([]);
  });
});

onEveryDatabase('the queue of confirmations, asked by many at once', (engine) => {
  const { queued, claim } = queueOf(engine);

  it('hands each mail to one of them', async () => {
    const ids = [];
    for (let count = 0; count < 12; count += 1) ids.push(await queued());
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(START, UNTIL, 5)));
    const handedOut = claims.flat().map(({ bookingId }) => bookingId);
    // Postgres skips what others have locked, so that a few may be left over; they wait for the next look.
    const rest = (await claim()).map(({ bookingId }) => bookingId);
    expect([...handedOut, ...rest].sort((one, other) => one - other)).to.deep.equal(ids);
  });
});

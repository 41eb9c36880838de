import { expect } from 'chai';
import type { ClaimedMail, MailQueue } from '../../../core/platform/mail-queue.ts';
import type { ComposedMail } from '../../../core/platform/mailer.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aBusReviewMail, anExpiryMail, anInvitationMail, aReviewMail } from '../../support/mails.ts';
import { aPassengerId } from '../../support/people.ts';

const UNTIL = minutesAfter(START, 2);
const LATER = secondsAfter(START, 5);
const before = (at: Instant): Instant => (at - 1) as Instant;

/** The ids of the bookings that claimed mails are about. */
const bookingsOf = (mails: readonly ClaimedMail[]): BookingId[] =>
  mails.flatMap(({ mail }) => ('bookingId' in mail ? [mail.bookingId] : []));

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
    bookingsOf(await claim(now, until, limit)).sort((one, other) => one - other);
  return { on, queued, claim, claimedIds };
};

const withoutId = (mails: readonly ClaimedMail[]) => mails.map(({ id: _id, ...mail }) => mail);

onEveryEngine('the queue of booking mails', (engine) => {
  const { on, queued, claim, claimedIds } = queueOf(engine);

  it('a queued mail that is due is given to only one sending process at a time', async () => {
    const id = await queued();
    expect(await claim(before(START))).to.deep.equal([]);
    expect(withoutId(await claim())).to.deep.equal([
      { mail: { kind: 'BOOKING_CONFIRMED', bookingId: id }, queuedAt: START, attempt: 1 },
    ]);
    expect(await claim(before(UNTIL))).to.deep.equal([]);
  });

  it('a queued mail is given out again if the process that took it does not report back in time', async () => {
    const id = await queued();
    const [first] = await claim();
    const again = await claim(UNTIL, minutesAfter(UNTIL, 2));
    expect(again).to.deep.equal([
      { id: first!.id, mail: { kind: 'BOOKING_CONFIRMED', bookingId: id }, queuedAt: START, attempt: 2 },
    ]);
  });

  it('a booking has at most one confirmation mail in the queue, sent or not, however often the mail is queued', async () => {
    const id = await queued();
    await on((queue) => queue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, LATER));
    const [mail] = await claim();
    expect(mail).to.include({ queuedAt: START });
    await on((queue) => queue.markSent(mail!, LATER));
    await on((queue) => queue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, LATER));
    expect(await claim(UNTIL)).to.deep.equal([]);
  });

  it('a confirmation mail that is queued again is sent only once, at the newest time', async () => {
    const id = await queued();
    const repeat = (at: Instant, due: Instant) =>
      on((queue) => queue.repeat({ kind: 'BOOKING_CONFIRMED', bookingId: id }, at, due));
    await repeat(START, LATER);
    const [first] = await claim();
    await on((queue) => queue.markSent(first!, START));
    await repeat(LATER, UNTIL);
    await repeat(secondsAfter(LATER, 1), minutesAfter(UNTIL, 1));
    expect(await claim(before(UNTIL))).to.deep.equal([]);
    expect(withoutId(await claim(UNTIL, minutesAfter(UNTIL, 2)))).to.deep.equal([
      { mail: { kind: 'BOOKING_CONFIRMED', bookingId: id }, queuedAt: LATER, attempt: 1 },
    ]);
  });

  it('a confirmation mail that is queued again while it is being sent is sent a second time', async () => {
    const id = await queued();
    const [claimed] = await claim();
    await on((queue) => queue.repeat({ kind: 'BOOKING_CONFIRMED', bookingId: id }, LATER, LATER));
    await on((queue) => queue.markSent(claimed!, LATER));
    await on((queue) => queue.giveUp(claimed!, 'FAILED'));
    expect(await claimedIds(LATER)).to.deep.equal([id]);
  });

  it('a queued mail is given out again and again until a process marks it as sent or gives it up', async () => {
    const [sent, given, postponed, left] = [await queued(), await queued(), await queued(), await queued()];
    const mails = new Map((await claim()).map((mail) => [bookingsOf([mail])[0], mail]));
    await on(async (queue) => {
      await queue.markSent(mails.get(sent)!, START);
      await queue.giveUp(mails.get(given)!, 'FAILED');
      await queue.postpone(mails.get(postponed)!, LATER);
    });
    expect(await claimedIds(before(LATER))).to.deep.equal([]);
    expect(await claimedIds(LATER, minutesAfter(START, 10))).to.deep.equal([postponed]);
    expect(await claimedIds(minutesAfter(START, 10), minutesAfter(START, 20))).to.deep.equal([postponed, left]);
  });

  it('queued mails are given out up to a limit, and the longest due come first', async () => {
    const [late, early, middle] = [
      await queued(secondsAfter(START, 3)),
      await queued(secondsAfter(START, 1)),
      await queued(secondsAfter(START, 2)),
    ];
    expect(await claimedIds(LATER, UNTIL, 2)).to.deep.equal([early, middle]);
    expect(await claimedIds(LATER, UNTIL, 2)).to.deep.equal([late]);
  });

  it('the mail queue says whether any mail is due at a given moment', async () => {
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

  it('a queued mail is postponed or given up only by the process that took it last', async () => {
    const id = await queued();
    const [stale] = await claim();
    const [fresh] = await claim(UNTIL, minutesAfter(UNTIL, 2));
    await on(async (queue) => {
      await queue.postpone(stale!, START);
      await queue.giveUp(stale!, 'FAILED');
    });
    expect(await claim(before(minutesAfter(UNTIL, 2)))).to.deep.equal([]);
    expect(await engine().mailsWait(minutesAfter(UNTIL, 2))).to.equal(true);
    await on((queue) => queue.postpone(fresh!, LATER));
    expect(await claimedIds(LATER)).to.deep.equal([id]);
  });

  it('a queued mail is not sent again once a process reports it as sent, even after another process has taken the mail', async () => {
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

onEveryEngine('the queue of mails with ready content', (engine) => {
  const { on, queued, claim } = queueOf(engine);
  const post = (mails: readonly ComposedMail[], at = START) => on((queue) => queue.post(mails, at));
  const claimed = async (now = START, until = UNTIL, limit = 200) =>
    (await claim(now, until, limit)).map(({ mail }) => mail);

  it('mails queued with their content are given out in the order in which they were queued, each with its own id', async () => {
    const mails = [
      anInvitationMail({ name: 'आशा "Asha" O’Neil\n' }),
      aReviewMail({ validUntil: null }),
      aBusReviewMail(),
      anExpiryMail(),
    ];
    await post(mails);
    expect(await claim(before(START))).to.deep.equal([]);
    const found = await claim();
    expect(withoutId(found)).to.have.deep.members(mails.map((mail) => ({ mail, queuedAt: START, attempt: 1 })));
    expect(new Set(found.map(({ id }) => id)).size).to.equal(mails.length);
  });

  it('mails queued with their content are all stored, even equal ones, whether one call queues many or none', async () => {
    await post([]);
    expect(await engine().mailsWait(START)).to.equal(false);
    const mails = Array.from({ length: 119 }, (_, n) => anExpiryMail({ to: `owner-${n}@example.com` }));
    await post([...mails, mails[0]!]);
    expect(await claimed()).to.have.deep.members([...mails, mails[0]!]);
  });

  it('mails queued with their content and mails about bookings are given out together, the longest due first', async () => {
    await post([anExpiryMail()], secondsAfter(START, 1));
    const id = await queued();
    expect(await claimed(LATER, UNTIL, 1)).to.deep.equal([{ kind: 'BOOKING_CONFIRMED', bookingId: id }]);
    expect(await claimed(LATER, UNTIL, 1)).to.deep.equal([anExpiryMail()]);
  });

  it('a mail queued with its content keeps the content until it is sent', async () => {
    await post([anInvitationMail()]);
    const [first] = await claim();
    await on((queue) => queue.postpone(first!, LATER));
    expect(withoutId(await claim(LATER))).to.deep.equal([{ mail: anInvitationMail(), queuedAt: START, attempt: 2 }]);
  });

  it('a mail queued with its content is not given out again once its process has sent it or given it up', async () => {
    await post([anInvitationMail({ name: 'sent' }), anInvitationMail({ name: 'given up' }), anExpiryMail()]);
    const found = await claim();
    const named = (name: string) => found.find(({ mail }) => 'name' in mail && mail.name === name)!;
    await on(async (queue) => {
      await queue.markSent(named('sent'), LATER);
      await queue.giveUp(named('given up'), 'FAILED');
    });
    expect(await claimed(UNTIL, minutesAfter(UNTIL, 2))).to.deep.equal([anExpiryMail()]);
    const stale = found.find(({ mail }) => mail.kind === 'papers-expiring')!;
    await on(async (queue) => {
      await queue.giveUp(stale, 'FAILED');
      await queue.postpone(stale, UNTIL);
    });
    expect(await claimed(before(minutesAfter(UNTIL, 2)))).to.deep.equal([]);
    expect(await claimed(minutesAfter(UNTIL, 2))).to.deep.equal([anExpiryMail()]);
  });

  it('mails queued with their content are deleted some time after they were sent or given up, and waiting mails are kept', async () => {
    await queued();
    await post([anInvitationMail({ name: 'sent' }), anInvitationMail({ name: 'given up' }), anInvitationMail()]);
    const found = await claim();
    await on(async (queue) => {
      for (const mail of found)
        if ('bookingId' in mail.mail || mail.mail.name === 'sent') await queue.markSent(mail, LATER);
        else if (mail.mail.name === 'given up') await queue.giveUp(mail, 'FAILED');
    });
    const prune = (at: Instant, limit = 10) => on((queue) => queue.prunePosted(at, limit));
    expect(await prune(START)).to.equal(0);
    expect(await prune(LATER, 1)).to.equal(1);
    expect(await prune(LATER)).to.equal(1);
    expect(await prune(LATER)).to.equal(0);
    expect(await claimed(UNTIL)).to.deep.equal([anInvitationMail()]);
  });
});

onEveryEngine('mails with ready content', (engine, database) => {
  const { on, claim } = queueOf(engine);

  it('a queued mail’s content is deleted as soon as the mail is sent or given up', async () => {
    await on((queue) => queue.post([anInvitationMail(), aReviewMail(), anExpiryMail()], START));
    const [sent, given, waiting] = await claim();
    await on(async (queue) => {
      await queue.markSent(sent!, START);
      await queue.giveUp(given!, 'FAILED');
    });
    const rows = await database().knex('mail_queue').select<{ id: number; content: string | null }[]>('id', 'content');
    expect(rows.filter(({ content }) => content !== null).map(({ id }) => id)).to.deep.equal([waiting!.id]);
  });

  it('a mail is not queued if its transaction is rolled back', async () => {
    const undone = engine().transact(async ({ mailQueue }) => {
      await mailQueue.post([anExpiryMail()], START);
      throw new Error('Undone.');
    });
    expect(await undone.catch(String)).to.equal('Error: Undone.');
    expect(await engine().mailsWait(START)).to.equal(false);
  });
});

onEveryEngine('the queue of booking mails with many senders', (engine) => {
  const { queued, claim } = queueOf(engine);

  it('a queued mail is given to only one of eight processes that ask at once', async () => {
    const ids = [];
    for (let count = 0; count < 12; count += 1) ids.push(await queued());
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(START, UNTIL, 5)));
    const handedOut = bookingsOf(claims.flat());
    // Postgres skips rows that others have locked, so a few mails may be left for the next claim.
    const rest = bookingsOf(await claim());
    expect([...handedOut, ...rest].sort((one, other) => one - other)).to.deep.equal(ids);
  });
});

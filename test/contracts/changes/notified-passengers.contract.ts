import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { listNotified } from '../../../core/changes/list-notified.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import type { Member } from '../../../core/companies/member.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import { type Instant, daysAfter } from '../../../core/kernel/time.ts';
import type { WhyUnsent } from '../../../core/platform/mail-queue.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, calendar, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aCompanyWithTrip, disruptingOn } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassenger, aPassengerByPhone } from '../../support/people.ts';

const EVERY = { limit: 50 };
const FAR = daysAfter(START, 30);

onEveryEngine('passengers who are told of a changed trip', (engine) => {
  let paying: Paying;
  let owner: Member;
  let trip: TripForTests;
  let [byBoth, byMail, bySms, byNone]: Booking[] = [];

  const book = (userId: Booking['userId'], number: string, traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
    aBooking(engine(), { userId, tripId: trip.id, seats: [seat(number)], ...traits });
  const disrupting = () => disruptingOn(paying);
  const list = async () => (await listNotified(engine())(trip.id, EVERY)).rows;
  const states = async () => (await list()).map(({ booking, mail, sms }) => [booking.seats[0]?.seat, mail, sms]);

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ owner, trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] }));
    const both = await aPassenger(engine(), { phone: '9812345601', phoneVerified: true });
    byBoth = await book(both.id, 'A1');
    byMail = await book((await aPassenger(engine())).id, 'A2');
    bySms = await book((await aPassengerByPhone(engine(), '9812345602')).id, 'B1');
    const contact = { name: 'Hari Thapa', phone: '015551234', email: null };
    byNone = await book(owner.userId, 'B2', { channel: 'COUNTER', contact });
  });

  const TOLD = { mail: 2, sms: 1, none: 1 };
  const WAITING = [
    ['A1', 'WAITING', 'WAITING'],
    ['A2', 'WAITING', null],
    ['B1', null, 'WAITING'],
    ['B2', null, null],
  ];

  it('a cancelled trip tells each booking by mail, by text message or not at all, as its dry run said', async () => {
    const tried = await disrupting().cancelTrip(owner, trip, { isDryRun: true });
    expect(await list()).to.deep.equal([]);
    const { reach } = await disrupting().cancelTrip(owner, trip);
    expect([tried.reach, reach]).to.deep.equal([TOLD, TOLD]);
    expect(await states()).to.deep.equal(WAITING);
    expect((await list()).map(({ booking }) => [booking.contact.name, booking.contact.phone]).at(-1)).to.deep.equal([
      'Hari Thapa',
      '015551234',
    ]);
  });

  it('a retimed trip tells each booking by mail, by text message or not at all, as its dry run said', async () => {
    const tried = await disrupting().retimeTrip(owner, trip, { isDryRun: true });
    const { reach } = await disrupting().retimeTrip(owner, trip);
    expect([tried.reach, reach]).to.deep.equal([TOLD, TOLD]);
    expect(await states()).to.deep.equal(WAITING);
  });

  it('a bus swap mails only passengers whose seat number changes, and says who gets no message', async () => {
    const bus = await aBus(engine(), { operatorId: owner.operatorId, seats: ['A2', 'B1', 'B2', 'C1'] });
    const wanted = { busId: bus, assignments: [], reason: 'BREAKDOWN', note: '' } as const;
    const swap = swapBus({ ...engine(), clock: paying.clock, calendar });
    const tried = await swap(owner, trip.id, { ...wanted, isDryRun: true });
    const { reach } = await swap(owner, trip.id, { ...wanted, isDryRun: false });
    const told = { mail: 1, sms: 1, none: 2 };
    expect([tried.reach, reach]).to.deep.equal([told, told]);
    expect((await states()).sort()).to.deep.equal([
      ['A2', null, null],
      ['B1', null, 'WAITING'],
      ['B2', null, null],
      ['C1', 'WAITING', 'WAITING'],
    ]);
  });

  /** Sends, gives up or drops all queued mails and text messages. */
  const deliver = async (outcome: 'sent' | WhyUnsent, at: Instant = FAR) =>
    engine().transact(async ({ mailQueue, smsQueue }) => {
      for (const mail of await mailQueue.claim(at, daysAfter(at, 1), 50))
        await (outcome === 'sent' ? mailQueue.markSent(mail, at) : mailQueue.giveUp(mail, outcome));
      for (const text of await smsQueue.due(at, 50)) {
        await smsQueue.take(text, outcome === 'OBSOLETE' ? 0 : 1, at);
        if (outcome !== 'sent') await smsQueue.giveUp(text, outcome);
      }
    });

  for (const [outcome, state] of [
    ['sent', 'SENT'],
    ['FAILED', 'FAILED'],
    ['OBSOLETE', null],
  ] as const)
    it(`the list of told passengers shows messages that were ${outcome} as ${state}, also after they are pruned`, async () => {
      await disrupting().cancelTrip(owner, trip);
      await deliver(outcome);
      await engine().transact(async ({ mailQueue, smsQueue }) => {
        await mailQueue.prunePosted(daysAfter(FAR, 1), 50);
        await smsQueue.prune(daysAfter(FAR, 1), 50);
      });
      expect(await states()).to.deep.equal([
        ['A1', state, state],
        ['A2', state, null],
        ['B1', null, state],
        ['B2', null, null],
      ]);
    });

  it('a text message that waits for another attempt is shown as waiting, not as sent', async () => {
    await disrupting().cancelTrip(owner, trip);
    await engine().transact(async ({ smsQueue }) => {
      for (const text of await smsQueue.due(FAR, 50)) {
        await smsQueue.take(text, 1, FAR);
        await smsQueue.putBack(text, FAR);
      }
    });
    expect(await states()).to.deep.equal(WAITING);
  });

  it('a message about an earlier change of a trip does not count as one about its last change', async () => {
    await disrupting().retimeTrip(owner, trip);
    const claimed = await engine().transact(({ mailQueue }) => mailQueue.claim(FAR, daysAfter(FAR, 1), 50));
    await disrupting().cancelTrip(owner, trip);
    await engine().transact(async ({ mailQueue }) => {
      for (const mail of claimed) await mailQueue.markSent(mail, FAR);
    });
    expect(await states()).to.deep.equal(WAITING);
  });

  it('the list of told passengers leaves out bookings that ended after a retiming, because nobody has to call them', async () => {
    await disrupting().retimeTrip(owner, trip);
    await engine().transact(({ bookings }) =>
      bookings.move(byNone!.id, 'cancelUnpaid', { reason: 'Changed plans', by: 'PASSENGER', at: START, fee: NOTHING }),
    );
    expect((await list()).map(({ booking }) => booking.id)).to.deep.equal([byBoth!.id, byMail!.id, bySms!.id]);
  });

  it('the list of told passengers is read page by page', async () => {
    await disrupting().cancelTrip(owner, trip);
    const first = await listNotified(engine())(trip.id, { limit: 3 });
    const rest = await listNotified(engine())(trip.id, { limit: 3, after: first.next! });
    expect([...first.rows, ...rest.rows].map(({ booking }) => booking.id)).to.deep.equal(
      [byBoth, byMail, bySms, byNone].map((booking) => booking!.id),
    );
    expect(rest.next).to.equal(undefined);
  });

  it('the list of told passengers shows the refund for the cancelled trip, and none for unpaid bookings', async () => {
    await paying.handleSuccess(paying.gateway.pay(await paying.checkout(byBoth!)));
    await disrupting().cancelTrip(owner, trip);
    expect((await list()).map(({ refund }) => refund)).to.deep.equal(['DUE', null, null, null]);
  });

  it('a manifest keeps the passengers whose bookings ended with the trip, with their seats', async () => {
    await disrupting().cancelTrip(owner, trip);
    const { bookings, ended } = (await engine().manifests.find(trip.id))!;
    expect(bookings).to.deep.equal([]);
    expect(
      ended
        .map(({ id, name, seats }) => [id, name, seats.map((one) => one.seat)])
        .sort(([one], [other]) => Number(one) - Number(other)),
    ).to.deep.equal([
      [byBoth!.id, 'Asha Gurung', ['A1']],
      [byMail!.id, 'Asha Gurung', ['A2']],
      [bySms!.id, 'Asha Gurung', ['B1']],
      [byNone!.id, 'Hari Thapa', ['B2']],
    ]);
  });

  it('a manifest of a cancelled trip leaves out bookings that ended before the trip was cancelled', async () => {
    await disrupting().retimeTrip(owner, trip);
    await engine().transact(({ bookings }) =>
      bookings.move(byMail!.id, 'cancelUnpaid', { reason: 'Changed plans', by: 'PASSENGER', at: START, fee: NOTHING }),
    );
    await disrupting().cancelTrip(owner, trip);
    const { ended } = (await engine().manifests.find(trip.id))!;
    expect(ended.map(({ id }) => id)).to.have.members([byBoth!.id, bySms!.id, byNone!.id]);
  });

  it('a cancelled trip names who cancelled it, when and why', async () => {
    const { trip: shown } = await disrupting().cancelTrip(owner, trip, { reason: 'WEATHER' });
    const by = { id: owner.userId, fullName: 'Sita Rai' };
    expect(shown.cancelled).to.deep.equal({ at: paying.clock(), by, reason: 'WEATHER' });
  });

  it('a trip that is not cancelled has no cancellation, not even one that was cancelled and revived', async () => {
    const find = async () => (await engine().officeTrips.find(trip.id, START))!.cancelled;
    expect(await find()).to.equal(null);
    await disrupting().cancelTrip(owner, trip);
    await engine().transact(async ({ plannedTrips }) => {
      const planned = (await plannedTrips.lock(trip.id))!;
      await plannedTrips.save([{ ...planned, status: 'ACTIVE' }]);
    });
    expect(await find()).to.equal(null);
  });
});

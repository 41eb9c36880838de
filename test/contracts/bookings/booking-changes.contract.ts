import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingChange, BookingChanges } from '../../../core/bookings/changes.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';
import { aRoad } from '../../support/roads.ts';

const DEADLINE = minutesAfter(START, 15);
const MONEY = {
  oldTotal: paisa(120_000),
  fee: paisa(12_000),
  credit: paisa(108_000),
  newTotal: paisa(130_001),
  toPay: paisa(22_001),
  toRefund: paisa(0),
  left: paisa(119_000),
};

onEveryEngine('changes of bookings', (engine) => {
  let userId: UserId;
  let tripId: TripId;

  beforeEach(async () => {
    userId = await aPassengerId(engine());
    ({ id: tripId } = await aTrip(engine(), { seats: 50, departsAt: hoursAfter(START, 30) }));
  });

  const on = <Result>(work: (changes: BookingChanges) => Promise<Result>) =>
    engine().transact(({ changes }) => work(changes));
  const paid = () => aBooking(engine(), { userId, tripId, status: 'CONFIRMED' });
  const unpaid = () => aBooking(engine(), { userId, tripId });
  /** Adds an unpaid booking, and a change that replaces `old` by the new booking once that is paid. */
  async function ask(old: Booking): Promise<Booking> {
    const made = await unpaid();
    const asked = {
      askedBy: { role: 'PASSENGER', userId },
      askedAt: START,
      oldDepartsAt: hoursAfter(START, 30),
      creditUuid: 'x',
    } as const;
    await on((changes) => changes.add({ bookingId: made.id, oldId: old.id, ...MONEY, ...asked }));
    return made;
  }
  const done = (made: Booking) =>
    on((changes) => changes.complete(made.id, { at: minutesAfter(START, 1), creditPaymentId: null }));
  const viewOf = async ({ id }: Booking) => (await engine().bookingViews.find(id, userId))!;
  const link = ({ id, code }: Booking) => ({ id, code });

  it('a booking’s change to another trip is stored with all its amounts, and with its time of completion', async () => {
    const old = await paid();
    const made = await ask(old);
    const asked = {
      askedBy: { role: 'PASSENGER', userId },
      askedAt: START,
      oldDepartsAt: hoursAfter(START, 30),
      creditUuid: 'x',
    } as const;
    const stored: BookingChange = {
      bookingId: made.id,
      oldId: old.id,
      ...MONEY,
      ...asked,
      doneAt: null,
      creditPaymentId: null,
    };
    expect(await on((changes) => changes.find(made.id))).to.deep.equal(stored);
    expect(await on((changes) => changes.find(old.id))).to.equal(undefined);
    const creditPaymentId = await aPayment(engine(), made);
    await on((changes) => changes.complete(made.id, { at: DEADLINE, creditPaymentId }));
    expect(await on((changes) => changes.find(made.id))).to.deep.equal({
      ...stored,
      doneAt: DEADLINE,
      creditPaymentId,
    });
  });

  it('a booking that was changed to another trip cannot be changed again, and its change cannot be completed twice', async () => {
    const old = await paid();
    const [one, other] = [await ask(old), await ask(old)];
    await done(one);
    for (const made of [one, other])
      expect(
        await done(made).then(
          () => 'done',
          () => 'refused',
        ),
      ).to.equal('refused');
  });

  it('a booking’s change to another trip counts as open while the new booking is unpaid and its deadline has not passed', async () => {
    const old = await paid();
    const made = await ask(old);
    const open = { oldId: old.id, bookingId: made.id };
    const before = minutesAfter(DEADLINE, -1);
    expect(await on((changes) => changes.open([old.id, made.id], before))).to.deep.equal([open]);
    expect(await on((changes) => changes.open([made.id], before))).to.deep.equal([]);
    expect(await on((changes) => changes.open([], before))).to.deep.equal([]);
    expect(await on((changes) => changes.open([old.id], DEADLINE))).to.deep.equal([]);
    await engine().transact(({ bookings }) => bookings.move(made.id, 'cancelUnpaid'));
    expect(await on((changes) => changes.open([old.id], before))).to.deep.equal([]);
  });

  it('a booking’s unpaid change to another trip is found once the old trip has left, by schedule or by report', async () => {
    const made = await ask(await paid());
    const found = (now = START) => on((changes) => changes.openAfterDeparture(now, 1_000));
    const ids = async (now = START) => (await found(now)).map(({ bookingId }) => bookingId);
    expect(await ids()).not.to.include(made.id);
    await changePlan(engine(), tripId, { departedAt: START });
    expect(await ids()).to.include(made.id);
    expect(await ids(DEADLINE)).not.to.include(made.id);
    await changePlan(engine(), tripId, { departedAt: null, departsAt: START });
    expect(await ids()).to.include(made.id);
  });

  it('an unpaid change of a section’s booking is found once the bus has left the section’s first stop, not before', async () => {
    const onRoad = async (departsAt: Instant) => {
      const road = await aRoad(engine(), { between: ['Mugling', 'Damauli'], departsAt });
      const section = { from: 1, to: 3 };
      const old = { userId, tripId: road.id, seats: [seat('A1')], section, status: 'CONFIRMED' } as const;
      return { road, made: await ask(await aBooking(engine(), old)) };
    };
    const ids = async (now = START) =>
      (await on((changes) => changes.openAfterDeparture(now, 1_000))).map(({ bookingId }) => bookingId);
    const { road, made } = await onRoad(hoursAfter(START, 30));
    const tap = (stop: number) =>
      changePlan(engine(), road.id, { departedAt: START, taps: { left: [{ stop, at: START }], takenBack: [] } });
    await tap(0);
    expect(await ids()).not.to.include(made.id);
    await tap(2);
    expect(await ids()).to.include(made.id);
    // The bus leaves Mugling 70 minutes after its departure.
    const { made: planned } = await onRoad(minutesAfter(START, -60));
    expect(await ids(minutesAfter(START, 9))).not.to.include(planned.id);
    expect(await ids(minutesAfter(START, 10))).to.include(planned.id);
  });

  it('a booking’s completed changes to other trips link the first booking with the latest one, in both directions', async () => {
    const first = await paid();
    const second = await ask(first);
    expect(await on((changes) => changes.chain(second.id))).to.deep.equal([second.id]);
    expect(await on((changes) => changes.heir(first.id))).to.equal(first.id);
    await done(second);
    const third = await ask(second);
    await done(third);
    expect(await on((changes) => changes.chain(third.id))).to.deep.equal([third.id, second.id, first.id]);
    expect(await on((changes) => changes.chain(second.id))).to.deep.equal([second.id, first.id]);
    for (const { id } of [first, second, third]) expect(await on((changes) => changes.heir(id))).to.equal(third.id);
  });

  it('bookings count as related if one was changed into the other, even if that change was not completed', async () => {
    const first = await paid();
    const second = await ask(first);
    await done(second);
    const [third, fourth, stranger] = [await ask(second), await ask(first), await paid()];
    const all = [first, second, third, fourth].map(({ id }) => id);
    for (const id of all) expect(await on((changes) => changes.joined(id))).to.deep.equal(all);
    expect(await on((changes) => changes.joined(stranger.id))).to.deep.equal([stranger.id]);
  });

  it('a booking links at once to the booking it was changed from, and to its replacement once the change is completed', async () => {
    const old = await paid();
    const made = await ask(old);
    expect((await viewOf(made)).changed).to.deep.equal({ from: link(old), to: null });
    expect((await viewOf(old)).changed).to.deep.equal({ from: null, to: null });
    expect((await engine().transact(({ bookings }) => bookings.find(made.id)))?.changedFrom).to.equal(old.id);
    await done(made);
    expect((await viewOf(old)).changed).to.deep.equal({ from: null, to: link(made) });
    expect((await engine().officeBookings.find(old.id))?.changed).to.deep.equal({ from: null, to: link(made) });
    const { bookings } = await engine().bookingViews.list(userId, { limit: 10 }, START);
    expect(bookings.map(({ changed }) => changed)).to.deep.equal([
      { from: link(old), to: null },
      { from: null, to: link(made) },
    ]);
  });

  it('a booking that was changed to another trip shows the old booking’s payment status until it has a payment of its own', async () => {
    const old = await paid();
    const [payment, made] = [await aPayment(engine(), old), await ask(old)];
    await engine().transact(({ payments }) => payments.move(payment, 'complete', START));
    expect((await viewOf(made)).paymentStatus).to.equal(null);
    await done(made);
    const listed = async () => (await engine().bookingViews.list(userId, { limit: 1 }, START)).bookings[0];
    const credit = { bookingId: made.id, gateway: 'CREDIT', transactionUuid: crypto.randomUUID(), createdAt: START };
    await engine().transact(({ payments }) =>
      payments.add({ ...credit, amount: MONEY.credit, nextEnquiryAt: undefined }),
    );
    expect((await viewOf(made)).paymentStatus).to.equal('COMPLETE');
    expect((await listed())?.paymentStatus).to.equal('COMPLETE');
    await aPayment(engine(), made);
    expect((await listed())?.paymentStatus).to.equal('INITIATED');
    expect((await viewOf(made)).paymentStatus).to.equal('INITIATED');
  });
});

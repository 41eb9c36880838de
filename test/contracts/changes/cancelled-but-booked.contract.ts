import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { completeBookings } from '../../../core/bookings/complete-bookings.ts';
import { sweepCancelledTrips } from '../../../core/changes/sweep-cancelled-trips.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { markPublished } from '../../support/audited-day.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { type TripForTests, calendar, changePlan, seat } from '../../support/catalogue.ts';
import { aCompanyWithTrip, postedMails, statusesOf } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue, entriesOf, expectBooksBalance, ODD } from '../../support/entries.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';

const PAID = 'PAYMENT GATEWAY/UNEARNED 246674';

/** Makes every transaction fail that reads the trip `poisoned`. */
const failingOn =
  (transact: Transact<Stores>, poisoned: TripId): Transact<Stores> =>
  (work) =>
    transact((stores) =>
      work({
        ...stores,
        trips: {
          ...stores.trips,
          find: (id) => (id === poisoned ? Promise.reject(new Error('The row is damaged.')) : stores.trips.find(id)),
        },
      }),
    );

/* The job ends bookings on cancelled trips. Imports of earlier versions left such bookings. */
onEveryEngine('a cancelled trip with bookings left on it', (engine) => {
  let paying: Paying;
  let owner: Awaited<ReturnType<typeof aCompanyWithTrip>>['owner'];
  let trip: TripForTests;
  let paid: Booking;
  let unpaid: Booking;

  const book = async (...seats: readonly string[]) =>
    aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip.id, seats: seats.map(seat), ...ODD });
  const pay = async (booking: Booking) => {
    await paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
  };
  const cancelAsBefore = () => changePlan(engine(), trip.id, { status: 'CANCELLED' });
  const sweep = () => sweepCancelledTrips({ ...engine(), clock: paying.clock, calendar })();
  const earn = () => earnDue(engine(), paying.clock);
  const complete = () => completeBookings({ ...engine(), clock: paying.clock })();
  const statuses = () => statusesOf(engine(), [paid, unpaid]);
  const left = (after = 0) =>
    engine().transact(({ plannedTrips }) => plannedTrips.cancelledButBooked(after as TripId, 10));
  const findings = async () => {
    await markPublished(engine());
    return (await runAudit({ ...engine(), calendar, clock: paying.clock })()).findings;
  };

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ owner, trip } = await aCompanyWithTrip(engine(), { seats: ['A1', 'A2', 'B1', 'B2'] }));
    [paid, unpaid] = [await book('A1', 'A2'), await book('B1', 'B2')];
    await pay(paid);
  });
  afterEach(async () => {
    await sweep();
    await expectBooksBalance(engine(), paying);
  });

  it('the job that cleans up cancelled trips ends bookings left on them only once, like a cancellation by the company', async () => {
    await cancelAsBefore();
    expect(await sweep()).to.equal(1);
    expect(await statuses()).to.deep.equal(['REFUNDED', 'CANCELLED']);
    for (const { id } of [paid, unpaid])
      expect(await engine().officeBookings.find(id)).to.include({
        cancelledBy: 'OPERATOR',
        cancelReason: 'The bus company cancelled this trip.',
        cancellationFee: 0,
      });
    expect(await entriesOf(engine(), paid)).to.deep.equal([PAID, 'CANCELLATION UNEARNED/REFUND_DUE 246674']);
    expect(await postedMails(engine())).to.have.length(2);
    expect(await sweep()).to.equal(0);
    expect(await findings()).to.deep.equal([]);
  });

  it('the job that cleans up cancelled trips continues with the next trip when one fails', async () => {
    await cancelAsBefore();
    const { trip: later } = await aCompanyWithTrip(engine(), { seats: ['A1'] });
    const booking = await aBooking(engine(), { userId: paid.userId, tripId: later.id, seats: [seat('A1')] });
    await pay(booking);
    await changePlan(engine(), later.id, { status: 'CANCELLED' });

    const failure: unknown = await sweepCancelledTrips({
      ...engine(),
      clock: paying.clock,
      calendar,
      transact: failingOn(engine().transact, trip.id),
    })().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(AggregateError);
    const { errors } = failure as AggregateError;
    expect(errors.map(({ message }: Error) => message)).to.deep.equal([
      `The bookings of the cancelled trip ${trip.id} could not be ended.`,
    ]);
    expect(await statusesOf(engine(), [paid, unpaid, booking])).to.deep.equal([
      'CONFIRMED',
      'PENDING_PAYMENT',
      'REFUNDED',
    ]);
  });

  it('the audit finds bookings left on a cancelled trip until the clean-up job ends them', async () => {
    await cancelAsBefore();
    expect((await findings()).map(({ invariant, row }) => [invariant, row])).to.deep.equal([
      ['CANCELLATION_INCOMPLETE', `booking ${paid.id}`],
      ['CANCELLATION_INCOMPLETE', `booking ${unpaid.id}`],
    ]);
  });

  it('a booking left on a cancelled trip is never completed, and earns its company nothing', async () => {
    await cancelAsBefore();
    paying.clock.set(trip.arrivesAt);
    expect([await earn(), await complete()]).to.deep.equal([0, 0]);
    expect((await statuses())[0]).to.equal('CONFIRMED');
    await changePlan(engine(), trip.id, { status: 'ACTIVE' });
    expect([await earn(), await complete()]).to.deep.equal([1, 1]);
  });

  it('the job that cleans up cancelled trips takes back what companies earned from these trips, even after the arrival', async () => {
    paying.clock.set(trip.arrivesAt);
    await earn();
    await complete();
    await cancelAsBefore();
    expect(await sweep()).to.equal(1);
    expect((await statuses())[0]).to.equal('REFUNDED');
    expect((await entriesOf(engine(), paid)).slice(-2)).to.deep.equal([
      'CANCELLATION OPERATOR/REFUND_DUE 228173',
      'CANCELLATION COMMISSION/REFUND_DUE 18501',
    ]);
  });

  it('the job that cleans up cancelled trips lets overdue unpaid bookings on them expire', async () => {
    await cancelAsBefore();
    paying.clock.set(unpaid.paymentDeadline);
    await sweep();
    expect(await statuses()).to.deep.equal(['REFUNDED', 'EXPIRED']);
  });

  it('a late payment of a booking left on a cancelled trip earns the company nothing', async () => {
    const payment = await paying.checkout(unpaid);
    await changePlan(engine(), trip.id, { departsAt: paying.clock(), status: 'CANCELLED' });
    await paying.handleSuccess(paying.gateway.pay(payment));
    expect(await entriesOf(engine(), unpaid)).to.deep.equal([PAID]);
    await sweep();
    expect(await statuses()).to.deep.equal(['REFUNDED', 'REFUNDED']);
  });

  it('a booking left on a cancelled trip can be cancelled free of charge by its passenger at any time', async () => {
    await cancelAsBefore();
    paying.clock.set(hoursAfter(trip.arrivesAt, 1));
    const { quote, cancel } = cancellingOn(paying);
    const free = { fee: 0, refund: 246_674, tier: '0% fee: the bus company cancelled this trip' };
    expect(await quote(paid.userId, paid.id)).to.deep.equal(free);
    expect(await cancel(paid)).to.deep.equal({ ...free, status: 'REFUNDED' });
  });

  it('a booking left on a cancelled trip can be cancelled free of charge by the company’s office at any time', async () => {
    await pay(unpaid);
    await cancelAsBefore();
    paying.clock.set(hoursAfter(trip.arrivesAt, 1));
    const { cancelForOffice } = cancellingOn(paying);
    const ended = await cancelForOffice({ role: 'OPERATOR', ...owner }, paid, { fee: 'tiers' });
    expect(ended).to.include({ status: 'REFUNDED', cancellationFee: 0 });
    const admin = { role: 'ADMIN', userId: (await anAdmin(engine())).id } as const;
    expect(await cancelForOffice(admin, unpaid, { fee: 'tiers' })).to.include({
      status: 'REFUNDED',
      cancellationFee: 0,
    });
  });

  it('cancelled trips that still have bookings are listed page by page', async () => {
    expect(await left()).to.deep.equal([]);
    await cancelAsBefore();
    const { trip: second } = await aCompanyWithTrip(engine(), { seats: ['A1'] });
    await changePlan(engine(), second.id, { status: 'CANCELLED' });
    expect([await left(), await left(trip.id)]).to.deep.equal([[trip.id], []]);
    await changePlan(engine(), second.id, { status: 'ACTIVE' });
    await aBooking(engine(), { userId: paid.userId, tripId: second.id, seats: [seat('A1')] });
    await changePlan(engine(), second.id, { status: 'CANCELLED' });
    expect([await left(), await left(trip.id)]).to.deep.equal([[trip.id, second.id], [second.id]]);
  });
});

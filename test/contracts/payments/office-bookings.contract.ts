import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { OfficeBookingFilter } from '../../../core/payments/office-booking.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerId } from '../../support/people.ts';

onEveryEngine('bookings as offices see them', (engine) => {
  let trip: TripForTests;
  let asha: UserId;

  beforeEach(async () => {
    trip = await aTrip(engine(), {
      from: 'Kathmandu',
      to: 'Janakpur',
      seats: ['A1', 'A2', 'B1', 'B2'],
      bus: { name: 'Night Queen', registrationNo: 'BA 9 CHA 77' },
    });
    asha = (await aPassenger(engine(), { fullName: 'Asha Gurung', phone: '9812345678', email: 'asha@example.com' })).id;
  });

  const made = (traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> =>
    aBooking(engine(), { userId: asha, tripId: trip.id, ...traits });
  const find = (id: BookingId) => engine().officeBookings.find(id);
  const idsOf = async (filter: OfficeBookingFilter = {}) =>
    (await engine().officeBookings.list(filter, { limit: 50 })).rows.map(({ id }) => id);

  it('the office finds several bookings by their ids in one call, ordered by id', async () => {
    const [first, , third] = [await made(), await made(), await made()];
    const found = await engine().officeBookings.findAll([third.id, first.id, 2_000_000_000 as BookingId]);
    expect(found).to.deep.equal([await find(first.id), await find(third.id)]);
    expect(await engine().officeBookings.findAll([])).to.deep.equal([]);
  });

  it('the office’s view of a booking shows trip, company, contact and seats', async () => {
    const booking = await made({ seats: [seat('A2'), seat('A1')] });
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(trip.id)))!.bus;
    const sitting = { name: '', age: null, gender: null, boardingPoint: '', droppingPoint: '' };
    const expected = {
      ...booking,
      operatorId,
      calendarSequence: 0,
      ticketRevoked: false,
      trip: {
        status: 'ACTIVE',
        busType: 'DELUXE',
        sourceCity: 'Kathmandu',
        destinationCity: 'Janakpur',
        departsAt: trip.departsAt,
        arrivesAt: trip.arrivesAt,
        whole: { departsAt: trip.departsAt, arrivesAt: trip.arrivesAt },
        busName: 'Night Queen',
        registrationNo: 'BA 9 CHA 77',
        crew: [],
      },
      changed: { from: null, to: null },
      gettingOn: { name: 'Kathmandu', at: trip.departsAt },
      gettingOff: { name: 'Janakpur', at: trip.arrivesAt },
      companyName: 'Blue Sky Travels',
      companyPhone: null,
      agent: null,
      soldBy: null,
      contact: { name: 'Asha Gurung', phone: '9812345678', email: 'asha@example.com' },
      account: {
        fullName: 'Asha Gurung',
        email: 'asha@example.com',
        emailVerified: true,
        phone: '9812345678',
        phoneVerified: false,
      },
      seats: [
        { seat: 'A1', ...sitting, boardedAt: null, beside: [] },
        { seat: 'A2', ...sitting, boardedAt: null, beside: [] },
      ],
      payments: [],
      refunds: [],
      cancelReason: null,
      cancelledBy: null,
      cancelledAt: null,
      cancellationFee: null,
    };
    expect(await find(booking.id)).to.deep.equal(expected);
    expect((await engine().officeBookings.list({}, { limit: 1 })).rows).to.deep.equal([expected]);
    expect(await engine().transact(({ officeBookings }) => officeBookings.find(booking.id))).to.deep.equal(expected);
    expect(await find(2_000_000_000 as BookingId)).to.equal(undefined);
  });

  it('the office’s view of a booking shows every payment and refund, oldest first, and the cancellation', async () => {
    const booking = await made({ status: 'CONFIRMED' });
    const refundIds = await engine().transact(async ({ payments, refunds, bookings }) => {
      const payment = { bookingId: booking.id, amount: booking.total, createdAt: START, nextEnquiryAt: undefined };
      await payments.add({ ...payment, gateway: 'ESEWA', transactionUuid: 'one' });
      const paid = await payments.add({ ...payment, gateway: 'ESEWA', gatewayId: 'at-esewa', transactionUuid: 'two' });
      const twice = await payments.add({ ...payment, gateway: 'CASH', transactionUuid: 'three' });
      for (const id of [twice, paid]) await payments.move(id, 'complete', START, { reference: `REF-${id}` });
      const refund = { bookingId: booking.id, amount: booking.total, dueAt: daysAfter(START, 7) };
      await refunds.add({ ...refund, paymentId: twice, reason: 'DUPLICATE_PAYMENT' }, START);
      await refunds.add({ ...refund, paymentId: paid, reason: 'OPERATOR_CANCELLATION', amount: paisa(100) }, START);
      await bookings.move(booking.id, 'refund', { reason: 'Landslide.', by: 'ADMIN', at: START, fee: paisa(5) });
      return [twice, paid];
    });
    const [twice, paid] = refundIds;
    const found = await find(booking.id);
    const payment = { amount: 120_000, createdAt: START };
    expect(found?.payments).to.deep.equal([
      { ...payment, gateway: 'ESEWA', gatewayId: null, status: 'INITIATED', reference: null },
      { ...payment, gateway: 'ESEWA', gatewayId: 'at-esewa', status: 'COMPLETE', reference: `REF-${paid}` },
      { ...payment, gateway: 'CASH', gatewayId: null, status: 'COMPLETE', reference: `REF-${twice}` },
    ]);
    const [first, second] = found!.refunds;
    const fresh = { paidAt: null, reference: null, takenOver: false, account: null };
    const refund = { status: 'DUE', dueAt: daysAfter(START, 7), ...fresh };
    expect(found?.refunds).to.deep.equal([
      { ...refund, id: first?.id, reason: 'DUPLICATE_PAYMENT', amount: 120_000, gateway: 'CASH' },
      { ...refund, id: second?.id, reason: 'OPERATOR_CANCELLATION', amount: 100, gateway: 'ESEWA' },
    ]);
    expect(second!.id).to.be.greaterThan(first!.id);
    expect(found).to.include({
      status: 'REFUNDED',
      cancelReason: 'Landslide.',
      cancelledBy: 'ADMIN',
      cancelledAt: START,
      cancellationFee: 5,
    });
  });

  it('the office’s list of bookings is newest first, then by id, page by page', async () => {
    const [first, second, third] = [await made(), await made({ bookedAt: minutesAfter(START, 5) }), await made()];
    const expected = [second.id, third.id, first.id];
    expect(await idsOf()).to.deep.equal(expected);
    const seen: BookingId[] = [];
    for (let page: { limit: number; after?: readonly (string | number)[] } = { limit: 1 }; ;) {
      const { rows, next } = await engine().officeBookings.list({}, page);
      seen.push(...rows.map(({ id }) => id));
      await made({ bookedAt: minutesAfter(START, 9) });
      if (!next) break;
      page = { limit: 1, after: next };
    }
    expect(seen).to.deep.equal(expected);
  });

  it('the office’s list of bookings is filtered by status, company, trip and departure, in any combination', async () => {
    const other = await aTrip(engine(), { seats: 9, departsAt: hoursAfter(START, 72) });
    const mine = await made();
    const paid = await made({ status: 'CONFIRMED' });
    const elsewhere = await made({ tripId: other.id, status: 'CONFIRMED' });
    const { operatorId } = mine;
    const soon = { start: trip.departsAt, end: other.departsAt };
    const cases: readonly (readonly [OfficeBookingFilter, readonly BookingId[]])[] = [
      [{ status: 'CONFIRMED' }, [elsewhere.id, paid.id]],
      [{ operatorId }, [paid.id, mine.id]],
      [{ operatorId: 2_000_000_000 as OperatorId }, []],
      [{ tripId: other.id }, [elsewhere.id]],
      [{ departs: soon }, [paid.id, mine.id]],
      [{ departs: { start: other.departsAt } }, [elsewhere.id]],
      [{ departs: { end: trip.departsAt } }, []],
      [{ departs: {} }, [elsewhere.id, paid.id, mine.id]],
      [{ operatorId, status: 'CONFIRMED' }, [paid.id]],
      [{ departs: soon, status: 'CONFIRMED', operatorId, tripId: trip.id }, [paid.id]],
      [{ departs: soon, tripId: other.id }, []],
    ];
    for (const [filter, expected] of cases) expect(await idsOf(filter), JSON.stringify(filter)).to.deep.equal(expected);
  });

  it('the office’s search finds bookings by parts of code, passengers’ names, contact’s name and contact’s phone number', async () => {
    const bikram = (await aPassenger(engine(), { fullName: 'ÉMILE Thapa', phone: '9866677788' })).id;
    const hers = await made({ passengerNames: ['आशा गुरुङ', 'Ölga 100%_ Rai'] });
    const his = await made({ userId: bikram });
    const code = hers.code.toLowerCase();
    for (const q of [code, code.slice(3), 'आशा', 'ölga', '100%_', 'rai', 'asha gur', '98123456', 'gurung'])
      expect(await idsOf({ q }), q).to.deep.equal([hers.id]);
    for (const q of ['émile', '6677788', 'thapa']) expect(await idsOf({ q }), q).to.deep.equal([his.id]);
    for (const q of ['nobody', '100__', '%', '\\', 'rai asha'])
      expect(await idsOf({ q }), q).to.deep.equal(q === '%' ? [hers.id] : []);
    expect(await idsOf({ q: 'bt261120', status: 'PENDING_PAYMENT', tripId: trip.id })).to.deep.equal([his.id, hers.id]);
    expect(await idsOf({ q: code, status: 'CONFIRMED' })).to.deep.equal([]);
    expect(await idsOf({ q: code, departs: { start: trip.departsAt } })).to.deep.equal([hers.id]);
  });

  it('the office’s search for a complete booking code finds only that booking', async () => {
    const meant = await made();
    const named = await made({ passengerNames: [`${meant.code} Rai`] });
    const code = meant.code.toLowerCase();
    expect(await idsOf({ q: code })).to.deep.equal([meant.id]);
    expect(await idsOf({ q: `${code} rai` })).to.deep.equal([named.id]);
    expect(await idsOf({ q: code, operatorId: meant.operatorId, status: meant.status })).to.deep.equal([meant.id]);
    expect(await idsOf({ q: 'bt000000000000' })).to.deep.equal([]);
  });

  it('the office’s search finds bookings by the contact’s present name, and not by a name that the contact had earlier', async () => {
    const { id } = await made();
    await engine().transact(({ users }) =>
      users.saveProfile(asha, { fullName: 'Asha Tamang', phone: null, phoneVerified: false }),
    );
    expect([
      await idsOf({ q: 'tamang' }),
      await idsOf({ q: 'gurung' }),
      await idsOf({ q: '9812345678' }),
    ]).to.deep.equal([[id], [], []]);
    expect((await find(id))?.contact).to.deep.include({ name: 'Asha Tamang', phone: null });
  });

  it('the office’s search finds a counter sale by the buyer’s contact, and not by the clerk who sold it', async () => {
    const contact = { name: 'Émile Thapa', phone: '+977 1-4412345', email: null };
    const { id } = await made({ channel: 'COUNTER', contact, passengerNames: ['Ölga Rai'] });
    expect(await find(id)).to.deep.include({
      channel: 'COUNTER',
      contact,
      account: {
        fullName: 'Asha Gurung',
        email: 'asha@example.com',
        emailVerified: true,
        phone: '9812345678',
        phoneVerified: false,
      },
    });
    for (const q of ['émile', '1-4412', 'ölga']) expect(await idsOf({ q }), q).to.deep.equal([id]);
    for (const q of ['asha', '9812345678', 'asha@example.com']) expect(await idsOf({ q }), q).to.deep.equal([]);
  });

  it('the office’s list shows a booking for the company that sold it, even if the trip moves to another company', async () => {
    const { id, operatorId } = await made({ status: 'EXPIRED' });
    const other = await aTrip(engine());
    await aTrip(engine(), { ...trip, busId: other.busId });
    expect([(await find(id))?.operatorId, await idsOf({ operatorId })]).to.deep.equal([operatorId, [id]]);
    await made({ userId: await aPassengerId(engine()) });
    expect(await idsOf({ operatorId })).to.deep.equal([id]);
  });
});

import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { calendar, seat, seatsNumbered } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { refused } from '../../support/refusals.ts';
import { addStops } from '../../support/stops.ts';
import { type Swapping, assignedSeats, swappingOn } from '../../support/swapping.ts';
import { KNOWN } from '../../support/known-gateways.ts';

onEveryEngine('a bus swap', (engine) => {
  let paying: Paying;
  let swapping: Swapping;

  beforeEach(async () => {
    paying = payingOn(engine());
    swapping = await swappingOn(paying);
  });
  afterEach(async () => {
    const { findings } = await runAudit({
      gateways: KNOWN,
      clock: paying.clock,
      calendar,
      auditReader: engine().auditReader,
    })();
    // Ignores audit findings about bookings without a payment, because these bookings were not paid through a gateway.
    const unpaid = ['EVENT_UNTOLD', 'SEAT_WITHOUT_MONEY', 'CHAIN_DIFFERS', 'UNEARNED_DIFFERS'];
    const left = findings.filter(({ invariant }) => !unpaid.includes(invariant));
    expect(left).to.deep.equal([]);
  });

  it('a bus swap gives each passenger the assigned seat, the same number, the same type, or any free seat', async () => {
    const paid = await swapping.sell(['A1', 'A2']);
    const unpaid = await swapping.sell(['B1'], { status: 'PENDING_PAYMENT' });
    const seats = seatsNumbered('C1', 'C2', 'A2', 'A1').map((one) =>
      one.number === 'C1' ? { ...one, type: 'SOFA' } : one,
    );
    const bus = await swapping.bus({ seatMap: { rows: 1, cols: 4, deckCount: 1, seats }, totalSeats: 4 });
    const done = await swapping.swap(bus, { assignments: assignedSeats('A1>C2') });
    expect(done).to.deep.include({ isDryRun: false, bookings: 2, passengers: 3, refundTotal: 0, unseated: [] });
    expect(done.moved.map(({ bookingCode, seat, newSeat }) => [bookingCode, seat, newSeat])).to.deep.equal([
      [paid.code, 'A1', 'C2'],
      [unpaid.code, 'B1', 'A1'],
    ]);
    expect(done.trip).to.deep.include({ id: swapping.trip.id, changedInOffice: true, notBookableReason: null });
    expect([done.trip.bus.id, done.trip.seats.sold, done.trip.seats.left]).to.deep.equal([bus, 3, 1]);
    expect([await swapping.seatsOf(paid), await swapping.seatsOf(unpaid)]).to.deep.equal([['A2', 'C2'], ['A1']]);
    expect(await swapping.shown()).to.deep.equal(['C1 free', 'C2 booked', 'A2 booked', 'A1 booked']);
  });

  it('a bus swap releases held seats and publishes the new state of each seat number', async () => {
    await swapping.sell(['A1']);
    await swapping.hold(['A2', 'B1'], await aPassengerId(engine()));
    const seats = seatsNumbered('C1', 'C2', 'B1', 'A3').map((one) => ({ ...one, isActive: one.number !== 'A3' }));
    const bus = await swapping.bus({ seatMap: { rows: 1, cols: 4, deckCount: 1, seats }, totalSeats: 3 });
    await swapping.swap(bus);
    expect(await swapping.shown()).to.deep.equal(['C1 booked', 'C2 free', 'B1 free', 'A3 free']);
    const { id, departsAt, arrivesAt } = swapping.trip;
    const [departure, arrival] = [departsAt, arrivesAt].map((at) => new Date(at).toISOString());
    expect(await recorded(engine())).to.have.deep.members([
      seatMessage(id, 'BLOCKED', 'A1', 'A2'),
      seatMessage(id, 'BOOKED', 'C1'),
      seatMessage(id, 'AVAILABLE', 'B1', 'C2'),
      [
        `schedules/${id}/trip`,
        {
          schedule_id: id,
          type: 'bus_swapped',
          departure_time: departure,
          arrival_time: arrival,
          status: 'ACTIVE',
        },
      ],
    ]);
  });

  describe('bus swaps on a trip with stops', () => {
    const on = (from: number, to: number) => {
      const { departsAt } = swapping.trip;
      const sectionTimes = {
        departsAt: minutesAfter(departsAt, 70 * from),
        arrivesAt: minutesAfter(departsAt, 70 * to),
      };
      return { section: { from, to }, sectionTimes };
    };
    const shownOn = async (from: number, to: number) => {
      const map = await engine().seatMaps.view(swapping.trip.id, undefined, paying.clock(), { from, to });
      return map?.hasSeatMap
        ? map.seats.map(({ number, isBooked }) => `${number}${isBooked ? '!' : ''}`).join(' ')
        : '';
    };
    const sections = async () =>
      (await recorded(engine())).flatMap(([topic, message]) => {
        const { seat_numbers: seats, from_stop: from, to_stop: to, status } = message as Record<string, string[]>;
        return topic.endsWith('/sections') ? [`${seats!.join()} ${String(from)}-${String(to)} ${String(status)}`] : [];
      });

    beforeEach(() =>
      addStops(engine(), swapping.trip.id, [
        ['Mugling', 60, 70],
        ['Damauli', 130, 140],
      ]),
    );

    it('a bus swap moves all passengers of a seat to the assigned seat; passengers whose sections do not overlap may share a seat', async () => {
      const early = await swapping.sell(['A1'], on(0, 1));
      const late = await swapping.sell(['A1'], on(1, 3));
      const other = await swapping.sell(['A2'], on(0, 1));
      const bus = await swapping.bus({ seats: ['C1', 'C2'] });
      const done = await swapping.swap(bus, { assignments: assignedSeats('A1>C2') });
      expect(done.moved.map(({ bookingCode, seat, newSeat }) => [bookingCode, seat, newSeat])).to.deep.equal([
        [early.code, 'A1', 'C2'],
        [other.code, 'A2', 'C1'],
        [late.code, 'A1', 'C2'],
      ]);
      expect([await shownOn(0, 1), await shownOn(1, 3)]).to.deep.equal(['C1! C2!', 'C1 C2!']);
      await swapping.swap(swapping.trip.busId, { assignments: assignedSeats('C1>B1', 'C2>A2') });
      expect([await shownOn(0, 1), await shownOn(1, 3)]).to.deep.equal(['A1 A2! B1!', 'A1 A2! B1']);
    });

    it('a bus swap on a trip with stops gives passengers other seat numbers if somebody would otherwise get no seat', async () => {
      await swapping.sell(['A1'], on(0, 1));
      await swapping.sell(['A2'], on(1, 3));
      const through = await swapping.sell(['B1']);
      const bus = await swapping.bus({ seats: ['A1', 'A2'] });
      const tried = await swapping.swap(bus, { isDryRun: true });
      const done = await swapping.swap(bus);
      expect(tried.moved).to.deep.equal(done.moved);
      expect(await swapping.seatsOf(through)).to.deep.equal(['A2']);
      expect([await shownOn(0, 1), await shownOn(1, 3)]).to.deep.equal(['A1! A2!', 'A1! A2!']);
      const refusal = await refused(swapping.swap(await swapping.bus({ seats: ['Z1'] })));
      expect([refusal.code, refusal.extra['unseated']]).to.deep.equal([
        'SEATS_TOO_FEW',
        [{ booking_code: through.code, seat_number: 'A2' }],
      ]);
    });

    it('a bus swap leaves passengers who have got off already on the seats of the old bus', async () => {
      const arrived = await swapping.sell(['A1'], { ...on(0, 1), status: 'COMPLETED' });
      const aboard = await swapping.sell(['A2']);
      paying.clock.set(minutesAfter(swapping.trip.departsAt, 71));
      const bus = await swapping.bus({ seats: ['A1', 'C1'] });
      expect((await swapping.swap(bus)).moved.map(({ bookingCode, newSeat }) => [bookingCode, newSeat])).to.deep.equal([
        [aboard.code, 'A1'],
      ]);
      expect([await swapping.seatsOf(arrived), await shownOn(1, 3)]).to.deep.equal([['A1'], 'A1! C1']);
      const refusal = await refused(swapping.swap(swapping.trip.busId, { assignments: assignedSeats('A1>A1') }));
      expect(refusal.faults.map(({ field }) => field)).to.deep.equal(['assignments[0].new_seat_number']);
      await swapping.swap(swapping.trip.busId);
      expect(await swapping.seatsOf(aboard)).to.deep.equal(['A2']);
    });

    it('a bus swap publishes between which stops each seat is taken, free again or gone', async () => {
      await swapping.sell(['A1'], on(0, 1));
      await swapping.sell(['A2'], on(1, 3));
      await engine().transact(async ({ blocks }) => {
        const given = { reason: 'Kept', until: null, section: { from: 1, to: 2 } };
        await blocks.replace(
          swapping.trip.id,
          [
            { seat: seat('A1'), ...given },
            { seat: seat('B1'), ...given },
          ],
          paying.clock(),
        );
      });
      await swapping.swap(await swapping.bus({ seats: ['A1', 'C1'] }));
      expect(await sections()).to.deep.equal(['A2,B1 0-3 BLOCKED', 'C1 0-3 AVAILABLE', 'A1 1-3 BOOKED']);
    });
  });

  it('seats that were held before a bus swap are not held again when the trip gets its old bus back', async () => {
    const passenger = await aPassengerId(engine());
    await swapping.hold(['A2'], passenger);
    await swapping.swap(await swapping.bus({ seats: ['A1', 'A2', 'B1'] }));
    await swapping.swap(swapping.trip.busId);
    expect(await swapping.shown()).to.deep.equal(['A1 free', 'A2 free', 'B1 free']);
    expect(await engine().transact(({ holdings }) => holdings.trips(passenger, paying.clock()))).to.deep.equal([]);
  });

  it('a bus swap publishes a seat number as free if the passenger with that number was assigned another seat', async () => {
    await swapping.sell(['A1']);
    const bus = await swapping.bus({ seats: ['B1', 'A1'] });
    await swapping.swap(bus, { assignments: assignedSeats('A1>B1') });
    const { id } = swapping.trip;
    expect((await recorded(engine())).filter(([topic]) => topic.endsWith('/seats'))).to.have.deep.members([
      seatMessage(id, 'AVAILABLE', 'A1'),
      seatMessage(id, 'BLOCKED', 'A2'),
      seatMessage(id, 'BOOKED', 'B1'),
    ]);
  });

  it('a swapped trip stays on sale if the documents of its new bus are valid', async () => {
    await engine().transact(({ tripGate }) => tripGate.openWithin(new Map([[swapping.trip.busId, []]])));
    expect((await engine().officeTrips.find(swapping.trip.id, paying.clock()))?.papersOk).to.equal(false);
    const { trip } = await swapping.swap(await swapping.bus({ seats: ['A1', 'A2', 'B1'] }));
    expect(trip.papersOk).to.equal(true);
  });

  it('a bus swap keeps seat numbers blocked, except those that it gives to passengers', async () => {
    await swapping.sell(['A1']);
    await swapping.block('A2', 'B1');
    const seats = seatsNumbered('B1', 'A2', 'C1').map((one) => (one.number === 'B1' ? { ...one, type: 'SOFA' } : one));
    const bus = await swapping.bus({ seatMap: { rows: 1, cols: 4, deckCount: 1, seats }, totalSeats: 3 });
    const { trip, moved } = await swapping.swap(bus, { assignments: assignedSeats('A1>B1') });
    expect(moved.map(({ newSeat }) => newSeat)).to.deep.equal(['B1']);
    expect(trip.seats).to.deep.include({ sold: 1, blocked: 1, left: 1 });
    expect(await swapping.blocked()).to.deep.equal(['A2']);
    expect((await recorded(engine())).filter(([topic]) => topic.endsWith('/seats'))).to.have.deep.members([
      seatMessage(trip.id, 'BLOCKED', 'A1'),
      seatMessage(trip.id, 'BOOKED', 'B1'),
      seatMessage(trip.id, 'AVAILABLE', 'C1'),
    ]);
  });

  it('a bus swap keeps no seat for an overdue unpaid booking', async () => {
    const late = await swapping.sell(['A1', 'A2'], { status: 'PENDING_PAYMENT' });
    paying.clock.set(late.paymentDeadline);
    const bus = await swapping.bus({ seats: ['A1'] });
    expect(await swapping.swap(bus)).to.deep.include({ bookings: 0, passengers: 0, moved: [] });
    expect(await swapping.shown()).to.deep.equal(['A1 free']);
  });

  it('a late payment gets its seat numbers on the trip’s new bus after a bus swap if they are free there', async () => {
    const late = await swapping.sell(['A1', 'A2'], { status: 'PENDING_PAYMENT' });
    const data = paying.gateway.pay(await paying.checkout(late));
    paying.clock.set(late.paymentDeadline);
    await swapping.swap(await swapping.bus({ seats: ['C1', 'A1', 'A2'] }));
    expect(await paying.handleSuccess(data)).to.deep.include({ outcome: 'paid' });
    expect(await swapping.shown()).to.deep.equal(['C1 free', 'A1 booked', 'A2 booked']);
  });

  it('a bus swap to a bus with too few seats is refused and changes nothing', async () => {
    const first = await swapping.sell(['A1', 'A2']);
    const second = await swapping.sell(['B1']);
    await swapping.hold([], await aPassengerId(engine()));
    const before = [await swapping.planned(), await swapping.shown()];
    const refusal = await refused(swapping.swap(await swapping.bus({ seats: ['B1', 'A2'] })));
    expect([refusal.code, refusal.extra]).to.deep.equal([
      'SEATS_TOO_FEW',
      { unseated: [{ booking_code: first.code, seat_number: 'A1' }] },
    ]);
    expect([await swapping.planned(), await swapping.shown()]).to.deep.equal(before);
    expect([await swapping.seatsOf(first), await swapping.seatsOf(second)]).to.deep.equal([['A1', 'A2'], ['B1']]);
    expect([await recorded(engine()), await swapping.logged(), await swapping.mails()]).to.deep.equal([[], [], []]);
  });

  it('a dry run of a bus swap gives the same answer as the swap, and changes nothing', async () => {
    const booking = await swapping.sell(['A1', 'B1']);
    await swapping.hold(['A2']);
    const bus = await swapping.bus({ seats: ['A1', 'C1', 'C2'] });
    const before = [await swapping.planned(), await swapping.shown()];
    const tried = await swapping.swap(bus, { isDryRun: true });
    expect(tried.isDryRun).to.equal(true);
    expect([await swapping.planned(), await swapping.shown()]).to.deep.equal(before);
    expect([await recorded(engine()), await swapping.logged(), await swapping.mails()]).to.deep.equal([[], [], []]);
    expect(await swapping.seatsOf(booking)).to.deep.equal(['A1', 'B1']);
    expect(await swapping.swap(bus)).to.deep.equal({ ...tried, isDryRun: false });
  });

  it('a dry run of a bus swap does not expire overdue bookings', async () => {
    const late = await swapping.sell(['A1'], { status: 'PENDING_PAYMENT' });
    paying.clock.set(late.paymentDeadline);
    const tried = await swapping.swap(await swapping.bus({ seats: ['B1'] }), { isDryRun: true });
    expect(tried).to.include({ bookings: 0, passengers: 0 });
    const booking = await engine().transact(({ bookings }) => bookings.find(late.id));
    expect([booking?.status, await recorded(engine())]).to.deep.equal(['PENDING_PAYMENT', []]);
  });

  it('a bus without a seat map can be swapped only for one with at least as many places as are booked', async () => {
    swapping = await swappingOn(paying, { seats: 5 });
    const first = await swapping.sell(2, { bookedAt: minutesAfter(paying.clock(), -2) });
    const second = await swapping.sell(2, { bookedAt: minutesAfter(paying.clock(), -1) });
    const refusal = await refused(swapping.swap(await swapping.bus({ seats: 3 })));
    expect([refusal.code, refusal.extra]).to.deep.equal([
      'SEATS_TOO_FEW',
      { unseated: [{ booking_code: second.code, seat_number: null }] },
    ]);
    expect(await swapping.swap(await swapping.bus({ seats: 4 }))).to.deep.include({ bookings: 2, passengers: 4 });
    expect([await swapping.shown(), await swapping.seatsOf(first)]).to.deep.equal([0, []]);
  });

  it('a bus swap can be reversed by a second swap to the previous bus', async () => {
    const booking = await swapping.sell(['A1', 'B1']);
    await swapping.swap(await swapping.bus({ seats: ['C1', 'C2'] }));
    expect(await swapping.seatsOf(booking)).to.deep.equal(['C1', 'C2']);
    await swapping.swap(swapping.trip.busId);
    expect(await swapping.seatsOf(booking)).to.deep.equal(['A1', 'A2']);
  });
});

import { expect } from 'chai';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { aBus, aTrip, allVerified, seatsNumbered, verified } from '../../support/catalogue.ts';
import { memoryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { type Swapping, assignedSeats, swappingOn } from '../../support/swapping.ts';

describe('bus swaps', () => {
  let paying: Paying;
  let swapping: Swapping;
  let bus: BusId;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    swapping = await swappingOn(paying);
    bus = await swapping.bus({ seats: ['A1', 'A2', 'B1'] });
  });

  const made = (id = bus) => swapping.swap(id).then(({ trip }) => trip.bus.id);
  const change = (given: object) =>
    paying.engine.transact(async ({ plannedTrips }) => {
      const trip = (await plannedTrips.lock(swapping.trip.id))!;
      await plannedTrips.save([{ ...trip, ...given }]);
    });

  describe('refused bus swaps', () => {
    it('a trip cannot be swapped to the bus that it has already, to another company’s bus or to an unknown bus', async () => {
      expect(await codeOf(made(swapping.trip.busId))).to.equal('SAME_BUS');
      expect(await codeOf(made(await aBus(paying.engine)))).to.equal('BUS_UNKNOWN');
      expect(await codeOf(made(999_999 as BusId))).to.equal('BUS_UNKNOWN');
    });

    it('a bus swap is refused to staff of a company that does not run the trip', async () => {
      const other = await swappingOn(paying);
      expect(await codeOf(swapping.swap(await other.bus(), { by: other.member }))).to.equal('TRIP_UNKNOWN');
    });

    for (const [because, traits] of [
      ['BUS_NOT_APPROVED', { approvalStatus: 'PENDING' }],
      ['BUS_NOT_APPROVED', { approvalStatus: 'REJECTED' }],
      ['BUS_INACTIVE', { status: 'INACTIVE' }],
      ['PAPERS_MISSING', { documents: allVerified.slice(1) }],
      ['PAPERS_MISSING', { documents: [...allVerified.slice(0, 3), verified('FITNESS', undefined, '2026-11-21')] }],
    ] as const)
      it(`a bus swap is refused to a bus that may not run that day (${because}), because of its ${Object.keys(traits).join()}`, async () => {
        const refusal = await refused(made(await swapping.bus(traits)));
        expect([refusal.kind, refusal.code, refusal.extra]).to.deep.equal([
          'conflict',
          'BUS_NOT_BOOKABLE',
          { because },
        ]);
      });

    it('a bus swap is accepted if the new bus’s documents are valid until the day of the trip', async () => {
      const documents = [...allVerified.slice(0, 3), verified('FITNESS', undefined, '2026-11-22')];
      const lasting = await swapping.bus({ documents });
      expect(await made(lasting)).to.equal(lasting);
    });

    it('a bus swap is refused if the new bus is on another trip, but not if that trip ends when this one begins', async () => {
      const { departsAt } = swapping.trip;
      await aTrip(paying.engine, { busId: bus, departsAt: hoursAfter(departsAt, -7), arrivesAt: departsAt });
      expect(await made()).to.equal(bus);
      await made(swapping.trip.busId);
      const other = await aTrip(paying.engine, { busId: bus, departsAt: hoursAfter(departsAt, 6) });
      const refusal = await refused(made());
      expect([refusal.code, refusal.extra]).to.deep.equal([
        'BUS_ELSEWHERE',
        { trip: { id: other.id, departure_time: new Date(hoursAfter(departsAt, 6)).toISOString() } },
      ]);
    });

    it('a bus swap is refused between a bus with a seat map and one without', async () => {
      expect(await codeOf(made(await swapping.bus({ seats: 40 })))).to.equal('SEAT_MAP_DIFFERS');
      swapping = await swappingOn(paying, { seats: 4 });
      expect(await codeOf(made(await swapping.bus()))).to.equal('SEAT_MAP_DIFFERS');
    });

    it('a bus swap is refused for a cancelled, departed or arrived trip, and accepted for a delayed one', async () => {
      paying.clock.set(minutesAfter(swapping.trip.departsAt, 1));
      expect(await made()).to.equal(bus);
      await change({ departedAt: paying.clock() });
      expect(await codeOf(made(swapping.trip.busId))).to.equal('TRIP_DEPARTED');
      await change({ departedAt: null });
      paying.clock.set(swapping.trip.arrivesAt);
      expect(await codeOf(made(swapping.trip.busId))).to.equal('TRIP_DEPARTED');
      await change({ status: 'CANCELLED' });
      expect(await codeOf(made(swapping.trip.busId))).to.equal('TRIP_CANCELLED');
    });
  });

  describe('seat assignments in a bus swap', () => {
    const faults = async (...pairs: readonly string[]) => {
      const seats = seatsNumbered('A1', 'C1', 'C2').map((one) => ({ ...one, isActive: one.number !== 'C2' }));
      const other = await swapping.bus({ seatMap: { rows: 1, cols: 4, deckCount: 1, seats }, totalSeats: 2 });
      const refusal = await refused(swapping.swap(other, { assignments: assignedSeats(...pairs) }));
      return [refusal.code, ...refusal.faults.map(({ field }) => field)];
    };

    it('a bus swap is refused when its seat assignments name an unknown, unsold, inactive or repeated seat', async () => {
      await swapping.sell(['A1', 'A2']);
      expect(await faults('Z9>A1')).to.deep.equal(['VALIDATION', 'assignments[0].seat_number']);
      expect(await faults('A1>A1', 'B1>C1')).to.deep.equal(['VALIDATION', 'assignments[1].seat_number']);
      expect(await faults('A1>C2')).to.deep.equal(['VALIDATION', 'assignments[0].new_seat_number']);
      expect(await faults('A1>B1')).to.deep.equal(['VALIDATION', 'assignments[0].new_seat_number']);
      expect(await faults('A1>A1', 'A1>C1')).to.deep.equal(['VALIDATION', 'assignments[1].seat_number']);
      expect(await faults('A1>C1', 'A2>C1')).to.deep.equal(['VALIDATION', 'assignments[1].new_seat_number']);
    });

    it('a bus swap finds the seats of its assignments however their numbers are spelled', async () => {
      await swapping.sell(['A1']);
      const other = await swapping.bus({ seats: ['C1', 'C2'] });
      const swapped = await swapping.swap(other, { assignments: assignedSeats('a\u200b1>c 2') });
      expect(swapped.moved.map(({ seat, newSeat }) => [seat, newSeat])).to.deep.equal([['A1', 'C2']]);
    });

    it('a bus swap is refused for wrong seat assignments before anything else is checked', async () => {
      expect(await codeOf(swapping.swap(swapping.trip.busId, { assignments: assignedSeats('A1>A2') }))).to.equal(
        'VALIDATION',
      );
    });
  });

  it('a bus swap mails passengers who get other seats, once for each booking', async () => {
    const [moved, staying] = [await swapping.sell(['A1', 'A2']), await swapping.sell(['B1'])];
    const other = await swapping.bus({ seats: ['B1', 'C1', 'C2'], registrationNo: 'GA 1 PA 7', type: 'SOFA' });
    await swapping.swap(other, { reason: 'BREAKDOWN', note: 'We are sorry.' });
    const mails = await swapping.mails();
    expect(mails.map(({ bookingCode }) => bookingCode)).to.deep.equal([moved.code]);
    expect(mails[0]).to.deep.include({
      seats: ['C1', 'C2'],
      busName: 'Blue Sky Deluxe',
      registrationNo: 'GA 1 PA 7',
      companyName: 'Blue Sky',
      departure: '2026-11-22 10:00',
      payBy: null,
      mayCancel: true,
      isFreeToCancel: true,
      moved: [
        { seat: 'A1', newSeat: 'C1' },
        { seat: 'A2', newSeat: 'C2' },
      ],
    });
    expect(mails[0]).to.include({ cause: 'BREAKDOWN', note: 'We are sorry.' });
    expect(staying.code).not.to.equal(moved.code);
  });

  it('the mail about a bus swap after the departure time does not offer cancelling', async () => {
    await swapping.sell(['A1']);
    paying.clock.set(swapping.trip.departsAt);
    await swapping.swap(await swapping.bus({ seats: ['B1'] }));
    expect((await swapping.mails())[0]).to.include({ mayCancel: false });
  });

  it('a bus swap makes cancelling free only while the bus type differs from the type that was booked', async () => {
    await swapping.sell(['A1']);
    await swapping.swap(await swapping.bus({ seats: ['B1'], type: 'SOFA' }));
    await swapping.swap(await swapping.bus({ seats: ['C1'], type: 'DELUXE' }));
    const mails = await swapping.mails();
    expect(mails.map((mail) => 'isFreeToCancel' in mail && mail.isFreeToCancel)).to.deep.equal([true, false]);
  });

  it('a bus swap is one entry of the activity log', async () => {
    const { code } = await swapping.sell(['A1']);
    const other = await swapping.bus({ seats: ['C1'], registrationNo: 'GA 1 PA 8' });
    await swapping.swap(other, { note: 'Sorry.' });
    const [row, ...more] = await swapping.logged();
    expect(more).to.deep.equal([]);
    expect(row).to.deep.include({
      kind: 'BUS_SWAPPED',
      actor: { role: 'OPERATOR', userId: swapping.member.userId },
      operatorId: swapping.member.operatorId,
      subject: { type: 'schedule', id: swapping.trip.id },
    });
    expect(row?.changes['bus_id']).to.deep.equal({ old: swapping.trip.busId, new: other });
    expect(row?.changes['registration_no']?.new).to.equal('GA 1 PA 8');
    expect(row?.changes['seats']).to.deep.equal({
      old: [{ booking_code: code, seat_number: 'A1' }],
      new: [{ booking_code: code, seat_number: 'C1' }],
    });
    expect(row?.description).to.match(
      /^Put the bus GA 1 PA 8 on the trip instead of .* because of a breakdown\. Sorry\.$/,
    );
  });
});

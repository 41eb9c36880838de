import { expect } from 'chai';
import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import type { AnsweredScan } from '../../../core/boarding/take-scans.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { seat } from '../../support/catalogue.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';
import { type Swapping, swappingOn } from '../../support/swapping.ts';

const NUMBERS = Array.from({ length: 12 }, (_, index) => `A${index + 1}`);

onEveryEngine('scans at once', (engine) => {
  let paying: Paying;
  let swapping: Swapping;
  let phones: readonly Conductor[];

  beforeEach(async () => {
    paying = payingOn(engine());
    swapping = await swappingOn(paying, { seats: NUMBERS });
    paying.clock.set(hoursAfter(swapping.trip.departsAt, -1));
    const { operatorId } = swapping.member;
    const devices = await Promise.all([1, 2, 3, 4, 5].map(() => aDevice(engine(), { operatorId })));
    phones = devices.map(({ id: deviceId }) => conductorOf({ deviceId, operatorId }));
  });

  const on = () => scanningOn(engine(), paying.clock);
  const sell = (...numbers: readonly string[]): Promise<Booking> =>
    aBooking(engine(), {
      userId: swapping.passenger,
      tripId: swapping.trip.id,
      status: 'CONFIRMED',
      seats: numbers.map(seat),
    });
  const sellAll = async (): Promise<readonly Booking[]> => {
    const sold: Booking[] = [];
    for (const number of NUMBERS) sold.push(await sell(number));
    return sold;
  };
  const phone = (index: number): Conductor => phones[index % phones.length]!;
  const resultsOf = (answers: readonly AnsweredScan[]) => answers.map(({ result }) => result).sort();
  const count = (results: readonly string[], wanted: string) => results.filter((one) => one === wanted).length;

  it('a ticket that is scanned several times at once is boarded only once', async () => {
    const booking = await sell('A1', 'A2');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => on().one(phone(index), aScan(booking, { at: paying.clock() }))),
    );
    expect([count(resultsOf(answers), 'BOARDED'), count(resultsOf(answers), 'ALREADY')]).to.deep.equal([1, 49]);
    expect(await on().boarded(swapping.trip.id)).to.equal(2);
  });

  it('ticket scans with one nonce that arrive at once are handled only once, from a crew device or a staff member', async () => {
    const [booking, other] = [await sell('A1'), await sell('A2')];
    const clerk: Conductor = { ...swapping.member, sender: { userId: swapping.member.userId } };
    for (const [by, about] of [
      [phone(0), booking],
      [clerk, other],
    ] as const) {
      const scan = aScan(about, { at: paying.clock() });
      const answers = await Promise.all(Array.from({ length: 20 }, () => on().one(by, scan)));
      expect(new Set(resultsOf(answers))).to.deep.equal(new Set(['BOARDED']));
    }
  });

  it('a seat is never both boarded and cancelled when the office cancels it during the scan of its ticket', async () => {
    const { cancelForOffice } = cancellingOn(paying);
    const office = { role: 'OPERATOR', ...swapping.member } as const;
    for (const [first, second] of [
      ['A1', 'A2'],
      ['A3', 'A4'],
      ['A5', 'A6'],
    ] as const) {
      const booking = await sell(first, second);
      const [scanned, ended] = await Promise.allSettled([
        on().one(phone(0), aScan(booking, { at: paying.clock() })),
        cancelForOffice(office, booking, { seats: [first] }),
      ]);
      const shown = await engine().officeBookings.find(booking.id);
      const isCancelled = ended.status === 'fulfilled';
      expect(scanned.status === 'fulfilled' && scanned.value.result).to.equal('BOARDED');
      if (ended.status === 'rejected') expect(ended.reason).to.include({ code: 'SEAT_BOARDED' });
      expect(shown?.seats.map((one) => [one.seat, one.boardedAt !== null])).to.deep.equal(
        isCancelled
          ? [[second, true]]
          : [
              [first, true],
              [second, true],
            ],
      );
    }
  });

  it('a ticket that is boarded and undone by many scans at once ends in the state that the last scan sets', async () => {
    const booking = await sell('A1');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        on().one(phone(index), aScan(booking, { at: paying.clock(), action: index % 3 === 0 ? 'UNDO' : 'BOARD' })),
      ),
    );
    const changed = answers.filter(({ places }) => places > 0);
    const boarded = count(resultsOf(changed), 'BOARDED') - count(resultsOf(changed), 'UNDONE');
    expect(boarded).to.be.oneOf([0, 1]);
    expect(await on().boarded(swapping.trip.id)).to.equal(boarded);
    expect(await on().statusOf(booking.id)).to.equal(boarded === 1 ? 'CHECKED_IN' : 'CONFIRMED');
  });

  it('a ticket scan during the cancellation of its booking either boards nobody or records a conflict', async () => {
    const bookings = await sellAll();
    const cancelling = cancellingOn(paying);
    const office = { role: 'OPERATOR', ...swapping.member } as const;
    const [answers] = await Promise.all([
      Promise.all(
        bookings.map((booking, index) =>
          on().one(phone(index), aScan(booking, { at: paying.clock(), mode: 'OFFLINE' })),
        ),
      ),
      Promise.all(bookings.map((booking) => cancelling.cancelForOffice(office, booking))),
    ]);
    expect(new Set(resultsOf(answers))).to.satisfy((all: ReadonlySet<string>) =>
      [...all].every((one) => ['BOARDED', 'CONFLICT'].includes(one)),
    );
    // Either the scan finds the booking cancelled, or the cancellation finds the passenger on board.
    const conflicts = await on().conflicts(swapping.trip.id);
    expect(conflicts.map(({ seats, reason }) => `${seats.join(' ')} ${reason}`).sort()).to.deep.equal(
      NUMBERS.map((number) => `${number} CANCELLED`).sort(),
    );
    expect(await on().boarded(swapping.trip.id)).to.equal(0);
  });

  it('a ticket scan during a bus swap still finds the passenger by the seat id of the previous bus', async () => {
    const bookings = await sellAll();
    const before = await Promise.all(bookings.map(({ id }) => on().seatIds(id)));
    const other = await swapping.bus({ seats: NUMBERS.map((_, index) => `B${index + 1}`) });
    const [answers] = await Promise.all([
      Promise.all(
        bookings.map((booking, index) =>
          on().one(phone(index), aScan(booking, { at: paying.clock(), seat_ids: before[index] })),
        ),
      ),
      (async () => {
        for (const bus of [other, swapping.trip.busId, other]) await swapping.swap(bus);
      })(),
    ]);
    expect(resultsOf(answers)).to.deep.equal(NUMBERS.map(() => 'BOARDED'));
    expect(await Promise.all(bookings.map(({ id }) => on().seatIds(id)))).to.deep.equal(before);
    expect(await on().boarded(swapping.trip.id)).to.equal(NUMBERS.length);
  });
});

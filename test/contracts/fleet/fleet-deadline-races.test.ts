import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Fleet, aFleet, redrawn } from '../../support/fleet.ts';
import { beforeRecording } from '../../support/overlap.ts';
import { payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';

/**
 * Tests of a passenger who pays in time. The service records the payment after the deadline, while the company changes
 * the bus. At that moment the sold seats look free.
 */
onEveryEngine('a payment in time, recorded after its deadline', (engine, database) => {
  let fleet: Fleet;
  beforeEach(async () => {
    fleet = await aFleet(engine());
  });
  afterEach(async () => {
    const calendar = calendarOf('Asia/Kathmandu');
    const { findings } = await runAudit({ ...engine(), clock: fleet.clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
  });

  const aBusOf = (seats: readonly string[] | number) => aBus(engine(), { seats, operatorId: fleet.member.operatorId });
  const meanwhile = async (
    busId: BusId,
    taken: Pick<Parameters<typeof aBooking>[1], 'seats' | 'seatsCount'>,
    change: () => Promise<unknown>,
  ) => {
    const trip = await aTrip(engine(), { busId });
    const paying = payingOn(engine());
    const userId = await aPassengerId(engine());
    const booking = await aBooking(engine(), { userId, tripId: trip.id, ...taken });
    const data = paying.gateway.pay(await paying.checkout(booking));
    fleet.clock.set(booking.paymentDeadline);
    return beforeRecording(
      database(),
      engine().transact,
      async (transact) => (await payingOn({ ...engine(), transact }).handleSuccess(data)).outcome,
      () => codeOf(change()),
    );
  };

  it('a seat that was paid in time cannot be removed from the seat map, even if the payment deadline passes meanwhile', async () => {
    const bus = await aBusOf(['A1', 'A2']);
    const map = (await fleet.map(bus))!;
    const without = redrawn(map, (one) => (one.number === 'A1' ? undefined : one));
    const ends = await meanwhile(bus, { seats: [seat('A1')] }, () => fleet.draw(bus, without));
    expect(ends).to.deep.equal(['paid', 'SEATS_SOLD']);
  });

  it('a bus with a booking that was paid in time cannot be withdrawn, even if the payment deadline passes meanwhile', async () => {
    const bus = await aBusOf(['A1', 'A2']);
    const ends = await meanwhile(bus, { seats: [seat('A1')] }, () => fleet.change(bus, { status: 'INACTIVE' }));
    expect(ends).to.deep.equal(['paid', 'BUS_IN_USE']);
  });

  it('a bus without a seat map cannot lose places that were paid in time, even if the payment deadline passes meanwhile', async () => {
    const bus = await aBusOf(2);
    const ends = await meanwhile(bus, { seatsCount: 2 }, () => fleet.change(bus, { totalSeats: 1 }));
    expect(ends).to.deep.equal(['paid', 'PLACES_TAKEN']);
  });
});

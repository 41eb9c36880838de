import { expect } from 'chai';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { BOOKING_TERMS } from '../../support/bookings.ts';
import { calendar, seat } from '../../support/catalogue.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { ended } from '../../support/refusals.ts';
import { type Swapping, swappingOn } from '../../support/swapping.ts';
import { KNOWN } from '../../support/known-gateways.ts';

const NUMBERS = Array.from({ length: 10 }, (_, index) => `A${index + 1}`);
const OTHERS = NUMBERS.map((number, index) => (index % 3 === 0 ? `B${index + 1}` : number));

onEveryEngine('repeated bus swaps', (engine) => {
  let paying: Paying;
  let swapping: Swapping;

  beforeEach(async () => {
    paying = payingOn(engine());
    swapping = await swappingOn(paying, { seats: NUMBERS });
  });
  afterEach(async () => {
    const { findings } = await runAudit({
      gateways: KNOWN,
      clock: paying.clock,
      calendar,
      auditReader: engine().auditReader,
    })();
    expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
  });

  const needs = () => ({
    ...engine(),
    ...BOOKING_TERMS,
    clock: paying.clock,
    calendar,
    random: systemRandom,
    expireBookings: paying.expire,
    rateLimit: true,
  });
  const buy = async (number: string): Promise<string> => {
    const passenger = await aPassengerId(engine());
    const { id } = swapping.trip;
    await lockSeats(needs())(passenger, id, [seat(number)]);
    const request = { tripId: id, seatNumbers: [seat(number)], passengers: [], seats: 1 };
    const booking = await createBooking(needs())(passenger, request);
    return (await paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)))).outcome;
  };
  const swapRepeatedly = async (other: Awaited<ReturnType<Swapping['bus']>>): Promise<readonly string[]> => {
    const outcomes: string[] = [];
    for (const bus of [other, swapping.trip.busId, other, swapping.trip.busId, other])
      outcomes.push(await ended(swapping.swap(bus)));
    return outcomes;
  };

  it('bus swaps while passengers hold, book and pay sell no seat twice, and each paid booking keeps a seat', async () => {
    const other = await swapping.bus({ seats: OTHERS });
    const passengers = Array.from({ length: 30 }, (_, index) => ended(buy(NUMBERS[index % 10]!)));
    const outcomes = await swapRepeatedly(other);
    const bought = await Promise.all(passengers);
    expect(outcomes).to.deep.equal(['done', 'done', 'done', 'done', 'done']);
    expect(new Set(bought)).to.satisfy((all: ReadonlySet<string>) =>
      [...all].every((one) => ['paid', 'SEAT_SELECTION_EXPIRED'].includes(one)),
    );
  });

  it('bus swaps while late payments arrive leave each payment with seats or with a refund', async () => {
    const other = await swapping.bus({ seats: OTHERS });
    const late: { readonly data: string; readonly deadline: Instant }[] = [];
    for (const number of NUMBERS) {
      const userId = await aPassengerId(engine());
      const booking = await swapping.sell([number], { status: 'PENDING_PAYMENT', userId });
      late.push({ data: paying.gateway.pay(await paying.checkout(booking)), deadline: booking.paymentDeadline });
    }
    paying.clock.set(late[0]!.deadline);
    const payments = late.map(async ({ data }) => (await paying.handleSuccess(data)).outcome);
    const outcomes = await swapRepeatedly(other);
    const settled = await Promise.all(payments);
    expect(outcomes).to.deep.equal(['done', 'done', 'done', 'done', 'done']);
    expect(settled.every((one) => one === 'paid' || one === 'refund due')).to.equal(true);
  });

  it('four bus swaps of one trip at once run one after the other', async () => {
    const [one, other] = [await swapping.bus({ seats: OTHERS }), await swapping.bus({ seats: NUMBERS })];
    await swapping.sell(['A1', 'A2'], { status: 'PENDING_PAYMENT' });
    const ends = await Promise.all([one, other, one, other].map((bus) => ended(swapping.swap(bus))));
    expect(ends.every((end) => end === 'done' || end === 'SAME_BUS')).to.equal(true);
  });
});

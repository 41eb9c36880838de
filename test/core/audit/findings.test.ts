import { expect } from 'chai';
import type { Audit } from '../../../core/audit/run-audit.ts';
import { type Invariant, toWarningLine } from '../../../core/audit/finding.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { Account, NewEntry } from '../../../core/ledger/entry.ts';
import { aBooking } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
/** Invariants that add up whole tables. They find most wrong rows a second time. */
const SUMS: readonly Invariant[] = ['CHAIN_DIFFERS', 'UNEARNED_DIFFERS', 'GATEWAY_DIFFERS'];

const broken = ({ findings }: Pick<Audit, 'findings'>): readonly string[] =>
  [...new Set(findings.map(({ invariant: invariant }) => invariant))].sort();

onEveryEngine('an audit', (engine) => {
  describe('audit findings', () => {
    const finds = async (day: Day, ...expected: readonly (readonly [Invariant, RegExp])[]): Promise<void> => {
      const { findings } = await day.audit();
      const lines = findings.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`);
      for (const [invariant, says] of expected) {
        expect(
          lines.some((line) => line.startsWith(`${invariant} `) && says.test(line)),
          `${invariant} ${says.source} in\n${lines.join('\n')}`,
        ).to.equal(true);
      }
      const told = findings.filter(({ invariant }) => expected.length === 0 || !SUMS.includes(invariant));
      expect(broken({ findings: told })).to.deep.equal([...new Set(expected.map(([invariant]) => invariant))].sort());
    };
    const rowOf = ({ id }: Booking, says = ''): RegExp => new RegExp(`booking ${id}[, ].*${says}`);

    it('an audit finds a seat that is in two bookings', async () => {
      const day = await aDay(engine());
      const [first] = [await day.book('A1')];
      await day.pay(first);
      await engine().transact(({ seatLocks }) => seatLocks.releaseBooking(first.id, START));
      const second = await day.book('A1');
      await day.pay(second);
      await finds(
        day,
        ['SEAT_SOLD_TWICE', new RegExp(`trip ${day.bus.id} seat A1 .*${first.id} and ${second.id}`)],
        ['SEATS_DIFFER', rowOf(first, 'seat A1 is given up')],
      );
    });

    it('an audit finds a seat that is marked as sold before it is paid', async () => {
      const day = await aDay(engine());
      const booking = await day.book('A1');
      await engine().transact(({ seatLocks }) => seatLocks.finalize(booking.id));
      await finds(day, ['SEATS_DIFFER', rowOf(booking, 'sold for good')]);
    });

    it('an audit finds a booking with fewer seats than booked, and an ended booking that still has seats', async () => {
      const day = await aDay(engine());
      const few = await aBooking(engine(), {
        userId: day.asha,
        tripId: day.bus.id,
        seats: [seat('A1')],
        seatsCount: 2,
      });
      const over = await day.book('A2');
      await engine().transact(({ bookings }) => bookings.move(over.id, 'expire'));
      await finds(day, ['SEATS_DIFFER', rowOf(few, 'for 2, and has 1')], ['SEATS_DIFFER', rowOf(over, 'still taken')]);
    });

    it('an audit finds an upcoming booking whose company is not the company of the bus', async () => {
      const day = await aDay(engine());
      const { operatorId } = await anOperator(engine());
      const on = { userId: day.asha, tripId: day.bus.id, operatorId };
      const booking = await aBooking(engine(), { ...on, seats: [seat('A1')] });
      await aBooking(engine(), { ...on, seats: [seat('A2')], status: 'EXPIRED' });
      const { operatorId: runsIt } = (await engine().transact(({ trips }) => trips.find(day.bus.id)))!.bus;
      await finds(day, [
        'COMPANY_DIFFERS',
        rowOf(booking, `made with operator ${operatorId}, and operator ${runsIt} runs`),
      ]);
      await engine().transact(({ bookings, seatLocks }) =>
        Promise.all([bookings.move(booking.id, 'expire'), seatLocks.releaseBooking(booking.id, START)]),
      );
      await finds(day);
    });

    it('an audit finds a booking whose commission, earnings, total and payment do not add up', async () => {
      const day = await aDay(engine());
      const on = { userId: day.asha, tripId: day.bus.id };
      const [commission, earning, odd] = [
        await aBooking(engine(), {
          ...on,
          seats: [seat('A1')],
          commission: paisa(12_001),
          operatorEarning: paisa(107_999),
        }),
        await aBooking(engine(), { ...on, seats: [seat('A2')], operatorEarning: paisa(1) }),
        await aBooking(engine(), { ...on, seats: [seat('A3'), seat('A4')], total: paisa(10_001) }),
      ];
      const other = await day.book('B1');
      await engine().transact(({ payments }) =>
        payments.add({
          bookingId: other.id,
          gateway: 'ESEWA',
          transactionUuid: '3f0e1c6e-7a52-4d0b-9a66-5b2a5c6d7e8f',
          amount: paisa(1),
          createdAt: START,
          nextEnquiryAt: minutesAfter(START, 5),
        }),
      );
      await finds(
        day,
        ['AMOUNTS_DIFFER', rowOf(commission, 'commission')],
        ['AMOUNTS_DIFFER', rowOf(earning, 'operator gets')],
        ['AMOUNTS_DIFFER', rowOf(odd, 'not 2 times')],
        ['AMOUNTS_DIFFER', rowOf(other, 'is of NPR 0.01')],
      );
    });

    it('an audit finds a completed payment that led to neither a seat nor a refund', async () => {
      const day = await aDay(engine());
      const [unpaid, twice] = [await day.book('A1'), await day.book('A2')];
      const payment = await day.paying.checkout(unpaid);
      const second = await day.paying.checkout(twice);
      await day.pay(twice);
      await engine().transact(async ({ payments }) => {
        await payments.move(payment.id, 'complete', START);
        await payments.move(second.id, 'complete', START);
      });
      await finds(
        day,
        ['MONEY_WITHOUT_SEAT', rowOf(unpaid, `payment ${payment.id}`)],
        ['MONEY_WITHOUT_SEAT', rowOf(twice, `payment ${second.id}`)],
        ['LEDGER_DIFFERS', rowOf(unpaid, 'the row PAYMENT GATEWAY / UNEARNED NPR 1200 is missing')],
        ['LEDGER_DIFFERS', rowOf(twice, 'the row PAYMENT GATEWAY / UNEARNED NPR 1200 is missing')],
      );
    });

    it('an audit finds ledger rows that move money between the wrong accounts', async () => {
      const day = await aDay(engine());
      const [inTill, earnedEarly] = [await day.book('A1'), await day.book('A2')];
      await day.pay(inTill);
      await day.pay(earnedEarly);
      const nobody = { agentId: null, agentPaymentId: null } as const;
      const nothing = { refundId: null, statementId: null, adjustmentId: null, receiptId: null } as const;
      const none = { paymentId: null, ...nothing, ...nobody } as const;
      const moved = ({ id: bookingId, operatorId }: Booking, debit: Account, credit: Account): NewEntry => ({
        kind: 'REFUND',
        debit,
        credit,
        amount: paisa(100),
        bookingId,
        operatorId,
        ...none,
        gateway: credit === 'GATEWAY' ? 'ESEWA' : null,
      });
      await engine().transact(({ ledger }) =>
        ledger.record([moved(inTill, 'CASH', 'GATEWAY'), moved(earnedEarly, 'COMMISSION', 'OPERATOR')], START),
      );
      await finds(
        day,
        ['LEDGER_DIFFERS', rowOf(inTill, 'nothing explains the row REFUND CASH / GATEWAY NPR 1$')],
        ['LEDGER_DIFFERS', rowOf(earnedEarly, 'nothing explains the row REFUND COMMISSION / OPERATOR NPR 1$')],
      );
    });

    it('an audit finds a confirmed booking that nobody paid for', async () => {
      const day = await aDay(engine());
      const free = await aBooking(engine(), {
        userId: day.asha,
        tripId: day.bus.id,
        seats: [seat('A1')],
        status: 'CONFIRMED',
      });
      await finds(day, ['SEAT_WITHOUT_MONEY', rowOf(free)]);
    });

    it('an audit finds a refund that is missing, has the wrong amount or has no cause', async () => {
      const day = await aDay(engine());
      const [missing, wrong, needless] = [await day.book('A1'), await day.book('A2'), await day.book('A3')];
      const [lost, short, paid] = [await day.pay(missing), await day.pay(wrong), await day.pay(needless)];
      const cancellation = { reason: '', by: 'PASSENGER', at: START, fee: paisa(20_000) } as const;
      const refund = { reason: 'PASSENGER_CANCELLATION', amount: paisa(99_999), dueAt: START } as const;
      await engine().transact(async ({ bookings, payments, refunds, seatLocks }) => {
        for (const [booking, payment] of [
          [missing, lost],
          [wrong, short],
        ] as const) {
          await bookings.move(booking.id, 'refund', cancellation);
          await payments.move(payment.id, 'refundPartly', START);
          await seatLocks.releaseBooking(booking.id, START);
        }
        await refunds.add({ ...refund, paymentId: short.id, bookingId: wrong.id }, START);
        await refunds.add(
          {
            ...refund,
            amount: paisa(120_000),
            reason: 'PASSENGER_CANCELLATION',
            paymentId: paid.id,
            bookingId: needless.id,
          },
          START,
        );
      });
      await finds(
        day,
        ['REFUND_DIFFERS', rowOf(missing, '0 refunds')],
        ['REFUND_DIFFERS', rowOf(wrong, 'not NPR 1000')],
        ['REFUND_DIFFERS', rowOf(needless, '1 refunds')],
        ['SEAT_WITHOUT_MONEY', rowOf(needless)],
        ['LEDGER_DIFFERS', rowOf(missing, 'nothing explains the row PAYMENT')],
        ['LEDGER_DIFFERS', rowOf(wrong, 'the row CANCELLATION UNEARNED / REFUND_DUE NPR 1000 is missing')],
      );
    });

    it('an audit finds a cancelled booking whose time, reason or fee is missing', async () => {
      const day = await aDay(engine());
      const booking = await day.book('A1');
      await engine().transact(async ({ bookings, seatLocks }) => {
        await bookings.move(booking.id, 'cancelUnpaid');
        await seatLocks.releaseBooking(booking.id, START);
      });
      await finds(day, ['CANCELLATION_INCOMPLETE', rowOf(booking)]);
    });

    it('an audit finds an active booking on a cancelled trip, whoever cancelled the trip', async () => {
      const day = await aDay(engine());
      const [booking, overdue] = [await day.book('A1'), await day.book('A2')];
      await day.pay(booking);
      for (const changedInOffice of [false, true]) {
        await engine().transact(async ({ plannedTrips, seatLocks, bookings }) => {
          const trip = (await plannedTrips.lock(day.bus.id))!;
          await plannedTrips.save([{ ...trip, status: 'CANCELLED', changedInOffice }]);
          if (await bookings.move(overdue.id, 'expire')) await seatLocks.releaseBooking(overdue.id, START);
        });
        await finds(day, ['CANCELLATION_INCOMPLETE', rowOf(booking, 'although trip')]);
      }
    });

    it('an audit finds overdue unpaid bookings, and bookings of arrived trips, two minutes after a job should have ended them', async () => {
      const day = await aDay(engine());
      const unpaid = await day.book('A1');
      day.paying.clock.advance(17 - 1 / 60_000);
      await finds(day);
      day.paying.clock.advance(1 / 60_000);
      await finds(day, ['OVERDUE', rowOf(unpaid, 'waits for a payment')]);
      await day.paying.expire();

      const rides = await day.book('A2');
      await day.pay(rides);
      await markPublished(engine());
      day.paying.clock.set(minutesAfter(day.bus.arrivesAt, 2));
      await finds(day, ['OVERDUE', rowOf(rides, 'the bus arrived')]);
    });

    it('an audit finds an event that was not published to the broker within a minute', async () => {
      const day = await aDay(engine());
      await day.pay(await day.book('A1'));
      day.paying.clock.advance(1);
      await finds(day);
      day.paying.clock.advance(1 / 60_000);
      await finds(day, ['EVENT_UNTOLD', /event \d+ an event on operators\/\d+\/notifications/]);
    });

    it('an audit finds a payment that has been open for more than a day, with no status enquiry planned', async () => {
      const day = await aDay(engine());
      const open = await day.paying.checkout(await day.book('A1'));
      const [failed, canceled] = [
        await day.paying.checkout(await day.book('A2')),
        await day.paying.checkout(await day.book('A3')),
      ];
      await engine().transact(async ({ payments }) => {
        await payments.move(failed.id, 'reportFailed', START);
        await payments.move(canceled.id, 'abandon', START);
      });
      day.paying.clock.set(hoursAfter(START, 24));
      await day.paying.expire();
      await markPublished(engine());
      await finds(day);
      day.paying.clock.advance(1 / 60_000);
      const found = `payment ${open.id} BT[0-9]+: it is INITIATED since 2026-11-20T04:15:00.000Z`;
      await finds(day, ['PAYMENT_OPEN', new RegExp(found)]);
      for (const [move, status] of [
        ['reportPending', 'PENDING'],
        ['doubt', 'AMBIGUOUS'],
      ] as const) {
        await engine().transact(({ payments }) => payments.move(open.id, move, day.paying.clock()));
        await finds(day, ['PAYMENT_OPEN', new RegExp(found.replace('INITIATED', status))]);
      }
    });

    it('an audit warns of a payment that is still open a day after its last question', async () => {
      const day = await aDay(engine());
      const open = await day.paying.checkout(await day.book('A1'));
      await engine().transact(async ({ payments }) => {
        const last = hoursAfter(open.payBefore, 24);
        await payments.claimEnquiry(open, 'reconciliation', last, minutesAfter(last, 1));
        await payments.endEnquiry(open.id, undefined);
      });
      day.paying.clock.set(hoursAfter(open.payBefore, 24));
      await day.paying.expire();
      await markPublished(engine());
      const warnings = async () => (await day.audit()).warnings.map(toWarningLine);
      day.paying.clock.set((hoursAfter(open.payBefore, 48) - 1) as Instant);
      expect(await warnings()).to.deep.equal([]);
      day.paying.clock.set(hoursAfter(open.payBefore, 48));
      await finds(day);
      expect((await warnings()).join()).to.match(
        new RegExp(
          `^WARNING: BT[0-9]+: it is INITIATED since .*, and was last asked about .* \\(payment ${open.id}\\)$`,
        ),
      );
    });

    it('an audit finds a trip whose stored number of taken places differs from its bookings', async () => {
      const day = await aDay(engine());
      await engine().transact(({ trips }) => trips.takePlaces(day.minibus.id, 2, START));
      await finds(day, ['TOTALS_DIFFER', new RegExp(`trip ${day.minibus.id} places_taken is 2, and its rows make 0`)]);
    });
  });
});

import { expect } from 'chai';
import type { BookingId, PaymentId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, type Instant, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import {
  type Asker,
  type Payment,
  type PaymentMove,
  type PaymentStatus,
  isSettled,
  mayMove,
  MOVES,
} from '../../../core/payments/payment.ts';
import type { NewPayment } from '../../../core/payments/ports.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip, paymentOf } from '../../support/paying.ts';

/** For each status, the changes that bring a new payment into this status. */
const WAYS: Readonly<Record<PaymentStatus, readonly PaymentMove[]>> = {
  INITIATED: [],
  PENDING: ['reportPending'],
  COMPLETE: ['complete'],
  CANCELED: ['abandon'],
  FAILED: ['reportFailed'],
  AMBIGUOUS: ['doubt'],
  FULL_REFUND: ['complete', 'refundFully'],
  PARTIAL_REFUND: ['complete', 'refundPartly'],
};
const STATUSES = Object.keys(WAYS) as PaymentStatus[];
const ALL_MOVES = Object.keys(MOVES) as PaymentMove[];

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

onEveryEngine('payments', (engine) => {
  let booking: BookingId;
  let made = 0;

  beforeEach(async () => {
    booking = (await aBookedTrip(engine())).booking.id;
  });

  const add = async (traits: Partial<NewPayment> = {}): Promise<Payment> => {
    made += 1;
    const payment = {
      bookingId: booking,
      gateway: 'ANY',
      transactionUuid: uuid(made),
      amount: paisa(240_050),
      createdAt: START,
      nextEnquiryAt: minutesAfter(START, 5),
      ...traits,
    };
    await engine().transact(({ payments }) => payments.add(payment));
    return paymentOf(engine(), payment.transactionUuid);
  };
  const move = (id: PaymentId, name: PaymentMove) =>
    engine().transact(({ payments }) => payments.move(id, name, minutesAfter(START, 1)));
  const reload = (payment: Payment) => paymentOf(engine(), payment.transactionUuid);
  const aPaymentThatIs = async (status: PaymentStatus): Promise<Payment> => {
    const payment = await add();
    for (const name of WAYS[status]) expect(await move(payment.id, name)).to.equal(true);
    return reload(payment);
  };

  it('a payment’s booking is found by the payment’s transaction UUID', async () => {
    const { transactionUuid } = await add();
    await engine().transact(async ({ bookings }) => {
      expect(await bookings.lockPaidBy(transactionUuid)).to.deep.equal(await bookings.find(booking));
      expect(await bookings.lockPaidBy(uuid(0))).to.equal(undefined);
    });
  });

  it('a new payment is INITIATED, and is found by its transaction UUID', async () => {
    const { id, ...rest } = await add();
    expect(id).to.be.a('number');
    expect(rest).to.deep.equal({
      bookingId: booking,
      resolution: undefined,
      gateway: 'ANY',
      transactionUuid: uuid(made),
      gatewayId: undefined,
      amount: 240_050,
      status: 'INITIATED',
      createdAt: START,
      payBefore: START,
      page: undefined,
      openingUntil: undefined,
      unclear: undefined,
      gatewayAmount: undefined,
      reference: undefined,
      enquiries: 0,
      askedByReturns: 0,
      reconciliations: 0,
      enquiredAt: undefined,
      enquiringUntil: undefined,
      nextEnquiryAt: minutesAfter(START, 5),
    });
    expect(await engine().transact(({ payments }) => payments.find(uuid(999_999)))).to.equal(undefined);
  });

  it('a payment whose gateway page was not stored in time is listed as unopened', async () => {
    const openingUntil = minutesAfter(START, 1);
    const { id } = await add({ nextEnquiryAt: undefined, openingUntil });
    await add();
    const unopened = (at: Instant) => engine().transact(({ payments }) => payments.unopened(at, 10));
    const idsAt = async (at: Instant) => (await unopened(at)).map((payment) => payment.id);
    expect(await idsAt(secondsAfter(openingUntil, -0.001))).not.to.include(id);
    expect(await idsAt(openingUntil)).to.include(id);
    const page = { content: 'https://page.example', goodUntil: minutesAfter(START, 60) };
    await engine().transact(({ payments }) => payments.keepPage(id, `page-${id}`, page, '{"raw":1}'));
    expect(await idsAt(openingUntil)).not.to.include(id);
    expect(await engine().transact(({ payments }) => payments.findAtGateway('ANY', `page-${id}`))).to.deep.include({
      id,
      gatewayId: `page-${id}`,
      page,
      openingUntil: undefined,
    });
  });

  it('a payment whose gateway page is still being opened gets no status enquiry, and none is planned for it', async () => {
    const payment = await add({ nextEnquiryAt: undefined, openingUntil: minutesAfter(START, 1) });
    await engine().transact(({ payments }) => payments.planEnquiry(payment.id, START));
    await move(payment.id, 'reportFailed');
    const isClaimed = await engine().transact(({ payments }) =>
      payments.claimEnquiry(payment, 'admin', START, minutesAfter(START, 1)),
    );
    expect([isClaimed, (await reload(payment)).nextEnquiryAt]).to.deep.equal([false, undefined]);
  });

  it('status enquiries about a payment are counted in total, and separately if caused by the payer’s return from the gateway', async () => {
    const payment = await add();
    const ask = (asker: Asker, enquiries: number) =>
      engine().transact(({ payments }) => payments.claimEnquiry({ ...payment, enquiries }, asker, START, START));
    for (const [enquiries, asker] of (['callback', 'reconciliation', 'admin', 'callback'] as const).entries())
      expect(await ask(asker, enquiries)).to.equal(true);
    expect(await reload(payment)).to.deep.include({ enquiries: 4, askedByReturns: 2, reconciliations: 1 });
  });

  it('payments of a booking are listed oldest first', async () => {
    const [first, second] = [await add(), await add()];
    expect(await engine().transact(({ payments }) => payments.ofBooking(booking))).to.deep.equal([first, second]);
    expect(await engine().transact(({ payments }) => payments.ofBooking(2_000_000_000 as BookingId))).to.deep.equal([]);
  });

  it('a payment’s status accepts only the changes that the table of allowed changes lists', async () => {
    await engine().transact(async ({ payments }) => {
      for (const [index, from, name] of STATUSES.flatMap((status) =>
        ALL_MOVES.map((each) => [(made += 1), status, each] as const),
      )) {
        const id = await payments.add({
          bookingId: booking,
          gateway: 'ESEWA',
          transactionUuid: uuid(index),
          amount: paisa(1),
          createdAt: START,
          nextEnquiryAt: minutesAfter(START, 5),
        });
        for (const step of WAYS[from]) await payments.move(id, step, START);

        expect(await payments.move(id, name, minutesAfter(START, 1)), `${name} from ${from}`).to.equal(
          mayMove(from, name),
        );
        const { status, nextEnquiryAt } = (await payments.find(uuid(index)))!;
        expect(status).to.equal(mayMove(from, name) ? MOVES[name].to : from);
        expect(nextEnquiryAt, `next enquiry after ${name} from ${from}`).to.equal(
          isSettled(status) ? undefined : minutesAfter(START, 5),
        );
      }
    });
  });

  it('a payment becomes COMPLETE only once, however many requests report it as paid at once', async () => {
    const { id } = await add();
    const moved = await Promise.all(Array.from({ length: 20 }, () => move(id, 'complete')));
    expect(moved.filter(Boolean)).to.have.length(1);
  });

  it('abandoning a booking’s payments abandons all that are INITIATED or PENDING', async () => {
    const payments = [];
    for (const status of STATUSES) payments.push(await aPaymentThatIs(status));
    const others = (await aBookedTrip(engine())).booking.id;
    const other = await add({ bookingId: others });
    await engine().transact((stores) => stores.payments.abandonAll(booking, START));
    const now = await Promise.all(payments.map(reload));
    expect(now.map(({ status }) => status)).to.deep.equal(
      STATUSES.map((status) => (mayMove(status, 'abandon') ? 'CANCELED' : status)),
    );
    expect((await reload(other)).status).to.equal('INITIATED');
  });

  describe('enquiries about payments', () => {
    const claim = (payment: Payment, now = START, until = minutesAfter(now, 1), asker: Asker = 'callback') =>
      engine().transact(({ payments }) => payments.claimEnquiry(payment, asker, now, until));
    const end = (payment: Payment, next = minutesAfter(START, 10)) =>
      engine().transact(({ payments }) => payments.endEnquiry(payment.id, next));

    it('a status enquiry about a payment is allowed to only one of twenty requests at once', async () => {
      const payment = await add();
      expect((await Promise.all(Array.from({ length: 20 }, () => claim(payment)))).filter(Boolean)).to.have.length(1);
      expect(await reload(payment)).to.deep.include({
        enquiries: 1,
        enquiredAt: START,
        enquiringUntil: minutesAfter(START, 1),
      });
    });

    it('a status enquiry about a payment is refused if another was made since the caller read the payment', async () => {
      const payment = await add();
      await claim(payment);
      await end(payment);
      expect(await claim(payment, minutesAfter(START, 9))).to.equal(false);
      expect(await claim(await reload(payment), minutesAfter(START, 9))).to.equal(true);
    });

    it('status enquiries are counted for each payment, and those made by reconciliation also separately', async () => {
      const [payment, other] = [await add(), await add()];
      await claim(payment);
      await claim(await reload(payment), minutesAfter(START, 2), minutesAfter(START, 3), 'reconciliation');
      await claim(await reload(payment), minutesAfter(START, 4));
      expect(await reload(payment)).to.deep.include({ enquiries: 3, reconciliations: 1 });
      expect(await reload(other)).to.deep.include({ enquiries: 0, reconciliations: 0 });
    });

    it('a running status enquiry excludes others about the same payment until it ends or times out', async () => {
      await claim(await add());
      const payment = await paymentOf(engine(), uuid(made));
      expect(await claim(payment, START)).to.equal(false);
      expect(await claim(payment, minutesAfter(START, 1))).to.equal(true);
      await end(payment);
      expect(await reload(payment)).to.deep.include({
        enquiries: 2,
        enquiringUntil: undefined,
        nextEnquiryAt: minutesAfter(START, 10),
      });
    });
  });

  describe('payments due for reconciliation', () => {
    const due = async (now: typeof START, limit = 10, gateway = 'ANY') =>
      (await engine().transact(({ payments }) => payments.due(gateway, now, limit))).map(({ id }) => id);

    it('a payment is due for reconciliation from its planned moment on, and the longest overdue comes first', async () => {
      const late = await add({ nextEnquiryAt: minutesAfter(START, 6) });
      const early = await add({ nextEnquiryAt: minutesAfter(START, 5) });
      await add({ nextEnquiryAt: undefined });
      expect(await due(minutesAfter(START, 5))).to.deep.equal([]);
      expect(await due(minutesAfter(START, 5.1))).to.deep.equal([early.id]);
      expect(await due(minutesAfter(START, 7))).to.deep.equal([early.id, late.id]);
      expect(await due(minutesAfter(START, 7), 1)).to.deep.equal([early.id]);
    });

    it('the list of payments due for reconciliation at one gateway contains no payments of other gateways', async () => {
      const [one, other] = [await add(), await add({ gateway: 'OTHER' })];
      expect(await due(daysAfter(START, 2))).to.deep.equal([one.id]);
      expect(await due(daysAfter(START, 2), 10, 'OTHER')).to.deep.equal([other.id]);
    });

    it('a payment is not due for reconciliation while a status enquiry about it runs', async () => {
      const payment = await add();
      const [now, until] = [minutesAfter(START, 10), minutesAfter(START, 11)];
      await engine().transact(({ payments }) => payments.claimEnquiry(payment, 'reconciliation', now, until));
      expect([await due(now), await due(until), await due(minutesAfter(START, 12))]).to.deep.equal([
        [],
        [],
        [payment.id],
      ]);
      await engine().transact(({ payments }) => payments.endEnquiry(payment.id, undefined));
      expect(await due(minutesAfter(START, 60))).to.deep.equal([]);
    });
  });
});

import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PaymentId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { onlinePayment } from '../../../core/ledger/entries.ts';
import type { PaymentFilter } from '../../../core/payments/payment-record.ts';
import type { NewPayment } from '../../../core/payments/ports.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip } from '../../support/paying.ts';
import { record } from '../../support/stating.ts';

onEveryEngine('payments as administrators see them', (engine) => {
  let booking: Booking;

  beforeEach(async () => {
    booking = (await aBookedTrip(engine())).booking;
  });

  const add = (transactionUuid: string, traits: Partial<NewPayment> = {}): Promise<PaymentId> =>
    engine().transact(({ payments }) =>
      payments.add({
        bookingId: booking.id,
        gateway: 'ESEWA',
        transactionUuid,
        amount: paisa(240_050),
        createdAt: START,
        nextEnquiryAt: undefined,
        ...traits,
      }),
    );
  const find = (id: PaymentId) => engine().paymentRecords.find(id);
  const idsOf = async (filter: PaymentFilter) =>
    (await engine().paymentRecords.list(filter, { limit: 50 })).rows.map(({ id }) => id);

  it('an administrator’s view of a payment shows booking, gateway reference and every callback, oldest first', async () => {
    const id = await add('one');
    await add('two');
    await engine().transact(async ({ payments, callbacks }) => {
      const entry = { paymentId: id, transactionUuid: 'one' };
      await callbacks.add(
        { ...entry, payload: '{"é": 1}', signatureValid: false, source: 'SUCCESS_CALLBACK' },
        minutesAfter(START, 1),
      );
      await callbacks.add({ ...entry, payload: 'x', signatureValid: true, source: 'ENQUIRY' }, minutesAfter(START, 2));
      await callbacks.add(
        { paymentId: undefined, transactionUuid: 'one', payload: '', signatureValid: true, source: 'ENQUIRY' },
        START,
      );
      await payments.move(id, 'complete', START, { reference: 'REF-1', raw: 'x' });
    });
    const record = {
      id,
      bookingId: booking.id,
      bookingCode: booking.code,
      operatorId: booking.operatorId,
      gateway: 'ESEWA',
      transactionUuid: 'one',
      amount: 240_050,
      status: 'COMPLETE',
      reference: 'REF-1',
      createdAt: START,
      gatewayId: null,
      gatewayAmount: null,
      isResolvable: false,
    };
    const whole = {
      ...record,
      callbacks: [
        { at: minutesAfter(START, 1), kind: 'SUCCESS_CALLBACK', signatureValid: false, payload: '{"é": 1}' },
        { at: minutesAfter(START, 2), kind: 'ENQUIRY', signatureValid: true, payload: 'x' },
      ],
    };
    expect(await find(id)).to.deep.equal(whole);
    expect(await engine().transact(({ paymentRecords }) => paymentRecords.find(id))).to.deep.equal(whole);
    const listed = await engine().paymentRecords.list({ status: 'COMPLETE' }, { limit: 5 });
    expect(listed).to.deep.equal({ rows: [record], next: undefined });
    expect(await find(2_000_000_000 as PaymentId)).to.equal(undefined);
  });

  it('an administrator can resolve an unclear payment only while the ledger has no row of its money', async () => {
    const open = { status: 'AMBIGUOUS', isResolvable: true };
    const id = await add('one');
    const listed = async () => (await engine().paymentRecords.list({ q: 'one' }, { limit: 5 })).rows[0];
    expect(await find(id)).to.include({ status: 'INITIATED', isResolvable: false });
    await engine().transact(({ payments }) => payments.move(id, 'doubt', START));
    expect(await find(id)).to.include(open);
    expect(await listed()).to.include(open);
    await record(engine(), onlinePayment(booking, { paymentId: id, gateway: 'ESEWA' }));
    expect(await find(id)).to.include({ ...open, isResolvable: false });
    expect(await listed()).to.include({ ...open, isResolvable: false });
  });

  for (const [status, move] of [
    ['FULL_REFUND', 'reportFullRefund'],
    ['PARTIAL_REFUND', 'reportPartialRefund'],
  ] as const)
    it(`an administrator can resolve a payment with ${status} unless the service refunded it because of a cancellation`, async () => {
      const [byGateway, byCancellation] = [await add('one'), await add('two')];
      await engine().transact(({ payments }) => payments.move(byGateway, move, START));
      await record(engine(), onlinePayment(booking, { paymentId: byCancellation, gateway: 'ESEWA' }));
      await engine().transact(async ({ payments }) => {
        await payments.move(byCancellation, 'complete', START, {});
        await payments.move(byCancellation, status === 'FULL_REFUND' ? 'refundFully' : 'refundPartly', START);
      });
      expect(await find(byGateway)).to.include({ status, isResolvable: true });
      expect(await find(byCancellation)).to.include({ status, isResolvable: false });
    });

  it('a search finds a payment by part of its id at the gateway, and shows the amount that the gateway reported', async () => {
    const id = await add('one', { gatewayId: 'bZQLD9wRVWo4CdESSfuSsB' });
    await add('two', { gatewayId: 'HT6o6PEZRWFJ5ygavzHWd5' });
    const doubt = { why: 'ANOTHER_AMOUNT', gatewayAmount: paisa(1_000) } as const;
    await engine().transact(({ payments }) => payments.leaveUnclear(id, doubt, START));
    const { rows } = await engine().paymentRecords.list({ q: 'wrvwo4' }, { limit: 5 });
    expect(rows.map((row) => [row.id, row.gatewayId, row.gatewayAmount, row.isResolvable])).to.deep.equal([
      [id, 'bZQLD9wRVWo4CdESSfuSsB', 1_000, false],
    ]);
  });

  it('a payment made at a counter can never be resolved by an administrator', async () => {
    const id = await add('one', { gateway: 'CASH' });
    await engine().transact(({ payments }) => payments.move(id, 'doubt', START));
    expect(await find(id)).to.include({ status: 'AMBIGUOUS', isResolvable: false });
  });

  it('the list of payments is newest first, then by id, page by page', async () => {
    const [first, second, third] = [
      await add('one'),
      await add('two', { createdAt: minutesAfter(START, 1) }),
      await add('three'),
    ];
    const page = await engine().paymentRecords.list({}, { limit: 2 });
    expect(page.rows.map(({ id }) => id)).to.deep.equal([second, third]);
    await add('four', { createdAt: minutesAfter(START, 2) });
    const rest = await engine().paymentRecords.list({}, { limit: 2, after: page.next! });
    expect([rest.rows.map(({ id }) => id), rest.next]).to.deep.equal([[first], undefined]);
  });

  it('the list of payments is filtered by status, gateway and time, and searched by parts of booking code and UUID', async () => {
    const other = (await aBookedTrip(engine())).booking;
    const [mine, cash, late] = [
      await add('aaaa-1111'),
      await add('bbbb-2222', { gateway: 'CASH' }),
      await add('cccc-1111', { bookingId: other.id, createdAt: minutesAfter(START, 1) }),
    ];
    await engine().transact(({ payments }) => payments.move(cash, 'complete', START));
    const cases: readonly (readonly [PaymentFilter, readonly PaymentId[]])[] = [
      [{ status: 'COMPLETE' }, [cash]],
      [{ status: 'INITIATED' }, [late, mine]],
      [{ gateway: 'ESEWA' }, [late, mine]],
      [{ gateway: 'QR' }, []],
      [{ gateway: 'ESEWA', status: 'COMPLETE' }, []],
      [{ during: { start: START, end: minutesAfter(START, 1) } }, [cash, mine]],
      [{ during: { start: minutesAfter(START, 1) } }, [late]],
      [{ q: '1111' }, [late, mine]],
      [{ q: 'aaaa' }, [mine]],
      [{ q: booking.code.toLowerCase() }, [cash, mine]],
      [{ q: other.code.slice(4) }, [late]],
      [{ q: '%' }, []],
      [{ q: '1111', status: 'INITIATED', gateway: 'ESEWA', during: { end: minutesAfter(START, 1) } }, [mine]],
    ];
    for (const [filter, expected] of cases) expect(await idsOf(filter), JSON.stringify(filter)).to.deep.equal(expected);
  });

  it('an administrator’s view of a payment is found by the payment’s id', async () => {
    const id = await add('one');
    const getPayment = (key: PaymentId) => engine().transact(({ payments }) => payments.get(key));
    expect(await getPayment(id)).to.deep.equal(await engine().transact(({ payments }) => payments.find('one')));
    expect(await getPayment(2_000_000_000 as PaymentId)).to.equal(undefined);
  });
});

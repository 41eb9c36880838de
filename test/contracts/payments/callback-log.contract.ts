import { expect } from 'chai';
import { knexCallbacks } from '../../../adapters/knex/payments/callbacks.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import type { NewPayment } from '../../../core/payments/ports.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip, paymentOf } from '../../support/paying.ts';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

onEveryEngine('the log of gateway callbacks', (engine, database) => {
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

  describe('entries of the log of gateway callbacks', () => {
    it('the log of gateway callbacks lists the callbacks of one transaction UUID, oldest first', async () => {
      const { id: paymentId, transactionUuid } = await add();
      const entries = [
        { paymentId, transactionUuid, payload: 'पैसा', signatureValid: true, source: 'SUCCESS_CALLBACK' },
        {
          paymentId: undefined,
          transactionUuid: '',
          payload: '(empty)',
          signatureValid: false,
          source: 'FAILURE_CALLBACK',
        },
        { paymentId, transactionUuid, payload: '{}', signatureValid: false, source: 'ENQUIRY' },
      ] as const;
      for (const entry of entries) await engine().transact(({ callbacks }) => callbacks.add(entry, START));
      const said = (under: string) => engine().transact(({ callbacks }) => callbacks.of(under));
      expect(await said(transactionUuid)).to.deep.equal([entries[0], entries[2]]);
      expect(await said('')).to.deep.equal([entries[1]]);
    });

    it('the log of gateway callbacks counts how often browsers returned for a payment, in all and with the same data', async () => {
      const [{ id: paymentId, transactionUuid }, other] = [await add(), await add()];
      const entry = { transactionUuid, payload: 'a', signatureValid: false };
      const count = (payload: string) =>
        engine().transact(({ callbacks }) => callbacks.countReturns(paymentId, payload));
      expect(await count('a')).to.deep.equal({ all: 0, same: 0 });
      await engine().transact(async ({ callbacks }) => {
        await callbacks.add({ ...entry, paymentId, source: 'SUCCESS_CALLBACK' }, START);
        await callbacks.add({ ...entry, paymentId, source: 'FAILURE_CALLBACK', payload: 'b' }, START);
        await callbacks.add({ ...entry, paymentId, source: 'ENQUIRY' }, START);
        await callbacks.add({ ...entry, paymentId: other.id, source: 'SUCCESS_CALLBACK' }, START);
      });
      expect([await count('a'), await count('c')]).to.deep.equal([
        { all: 2, same: 1 },
        { all: 2, same: 0 },
      ]);
    });

    it('the oldest message about an unknown payment is deleted for each one above the limit, and none about a known payment', async () => {
      const { id: paymentId, transactionUuid } = await add();
      const say = (
        payload: string,
        about: { readonly transactionUuid: string; readonly paymentId?: typeof paymentId },
      ) =>
        database().transaction((sql) =>
          knexCallbacks(sql, 3).add(
            { paymentId: undefined, ...about, payload, signatureValid: false, source: 'SUCCESS_CALLBACK' },
            START,
          ),
        );
      await say('known', { paymentId, transactionUuid });
      for (const payload of ['1', '2', '3', '4', '5']) await say(payload, { transactionUuid: 'unknown' });
      const said = (under: string) => engine().transact(({ callbacks }) => callbacks.of(under));
      expect((await said('unknown')).map(({ payload }) => payload)).to.deep.equal(['3', '4', '5']);
      expect(await said(transactionUuid)).to.have.length(1);
    });

    it('old gateway callbacks are deleted from the log only if they name no known payment, a few at a time', async () => {
      const { id: paymentId, transactionUuid } = await add();
      const [ours, unknown] = [
        { paymentId, transactionUuid },
        { paymentId: undefined, transactionUuid: 'unknown' },
      ];
      const say = (about: typeof ours | typeof unknown, at: Instant) =>
        engine().transact(({ callbacks }) =>
          callbacks.add(
            {
              ...about,
              payload: `${about.transactionUuid} ${at - START}`,
              signatureValid: false,
              source: 'FAILURE_CALLBACK',
            },
            at,
          ),
        );
      const later = minutesAfter(START, 1);
      for (const [about, at] of [
        [unknown, START],
        [ours, START],
        [unknown, START],
        [unknown, later],
        [unknown, START],
      ] as const)
        await say(about, at);
      const prune = () => engine().transact(({ callbacks }) => callbacks.pruneUnknown(later, 2));
      expect([await prune(), await prune(), await prune()]).to.deep.equal([2, 1, 0]);
      const said = (under: string) => engine().transact(({ callbacks }) => callbacks.of(under));
      expect((await said('unknown')).map(({ payload }) => payload)).to.deep.equal(['unknown 60000']);
      expect(await said(transactionUuid)).to.have.length(1);
    });
  });
});

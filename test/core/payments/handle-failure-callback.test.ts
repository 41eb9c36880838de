import { expect } from 'chai';
import { memoryEngine } from '../../support/engines.ts';
import { aBookedTrip, paymentOf, payingOn } from '../../support/paying.ts';

describe('the failure callback', () => {
  it('a failure callback cancels an INITIATED or PENDING payment, signed or not, and returns the booking', async () => {
    const paying = payingOn(memoryEngine());
    const { booking } = await aBookedTrip(paying.engine);
    const ways = {
      INITIATED: [],
      PENDING: ['reportPending'],
      AMBIGUOUS: ['doubt'],
      FAILED: ['reportFailed'],
      COMPLETE: ['complete'],
      FULL_REFUND: ['complete', 'refundFully'],
    } as const;
    for (const [status, moves] of Object.entries(ways)) {
      for (const authentic of [true, false]) {
        const payment = await paying.checkout(booking);
        for (const move of moves)
          await paying.engine.transact(({ payments }) => payments.move(payment.id, move, paying.clock()));
        expect(await paying.handleFailure(paying.gateway.callback(payment, { authentic }))).to.equal(booking.id);
        const after = await paymentOf(paying.engine, payment.transactionUuid);
        expect(after.status).to.equal(status === 'INITIATED' || status === 'PENDING' ? 'CANCELED' : status);
        const said = await paying.engine.transact(({ callbacks }) => callbacks.of(payment.transactionUuid));
        expect(said.map(({ source, signatureValid }) => [source, signatureValid])).to.deep.equal([
          ['FAILURE_CALLBACK', authentic],
        ]);
      }
    }
    expect(paying.gateway.asked().times).to.equal(0);
  });

  it('a failure callback without data, as the gateway usually sends it, matches no payment', async () => {
    const paying = payingOn(memoryEngine());
    for (const data of [undefined, '', 'garbage', '{"transactionUuid":"\\u0000"}'])
      expect(await paying.handleFailure(data)).to.equal(undefined);
    const said = await paying.engine.transact(({ callbacks }) => callbacks.of(''));
    expect(said.map(({ payload }) => payload)).to.deep.equal(['(no data param)', '(empty)', 'garbage']);
  });
});

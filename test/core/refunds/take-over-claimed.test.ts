import { expect } from 'chai';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { aPaidBooking, aRefund, refundsOn, WALLET } from '../../support/refunds.ts';

describe('taking over a cash refund while another refund of its booking is claimed', () => {
  it('a cash refund cannot be taken over by the platform while an administrator claims another refund of the booking', async () => {
    const engine = memoryEngine();
    const { claim, takeOver } = refundsOn(engine, () => START);
    const [{ id: gita }, { id: hari }] = [await anAdmin(engine), await anAdmin(engine)];
    const { operatorId } = await anOperator(engine);
    const paid = await aPaidBooking(engine, { operatorId, gateway: 'CASH' });
    const goodwill = await aRefund(engine, { paid, reason: 'GOODWILL' });
    const [{ id }, other] = [await aRefund(engine, { paid }), await aRefund(engine, { paid })];
    const { fullName } = (await engine.accounts.find(gita))!;
    await claim(gita, goodwill.id);

    expect(await codeOf(takeOver(hari, id, WALLET))).to.equal('REFUND_CLAIMED');
    expect((await refused(takeOver(hari, id, WALLET))).extra).to.deep.equal({ by: { id: gita, full_name: fullName } });
    expect((await engine.refundRecords.find(id))?.takenOver).to.equal(false);
    expect((await takeOver(hari, other.id, undefined)).takenOver, 'without an account').to.equal(true);
    expect((await takeOver(gita, id, WALLET)).takenOver, 'by who claimed it').to.equal(true);
  });
});

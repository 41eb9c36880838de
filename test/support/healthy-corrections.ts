import { addReceipt } from '../../core/ledger/add-receipt.ts';
import { decideAdjustment, proposeAdjustment, type WantedAdjustment } from '../../core/ledger/adjust.ts';
import type { OperatorId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { anAdmin } from './people.ts';

/**
 * Writes every kind of correction: three confirmed adjustments, a rejected one, a proposed one, and a receipt. The
 * confirmed adjustments are about a gateway, a company's debt, and a company's cash.
 */
export async function correctBooks(engine: Engine, clock: ReturnType<typeof handClock>, operatorId: OperatorId) {
  const [proposer, decider] = [await anAdmin(engine), await anAdmin(engine)];
  const needs = { ...engine, clock };
  const propose = (wanted: Pick<WantedAdjustment, 'debit' | 'credit'> & Partial<WantedAdjustment>) =>
    proposeAdjustment(needs)(proposer.id, {
      amount: paisa(1_501),
      operatorId: null,
      gateway: null,
      reason: 'Counted twice.',
      ...wanted,
    });
  const [gateway, owed, cash, rejected] = [
    await propose({ debit: 'FEES', credit: 'GATEWAY', gateway: 'ESEWA' }),
    await propose({ debit: 'COMMISSION', credit: 'OPERATOR', operatorId }),
    await propose({ debit: 'OPERATOR', credit: 'CASH', operatorId, amount: paisa(703) }),
    await propose({ debit: 'BANK', credit: 'COMMISSION' }),
    await propose({ debit: 'BANK', credit: 'COMMISSION' }),
  ];
  clock.advance(2);
  for (const { id } of [gateway, owed, cash]) await decideAdjustment(needs)(decider.id, id, 'CONFIRMED');
  await decideAdjustment(needs)(decider.id, rejected.id, 'REJECTED');
  await addReceipt(needs)(decider.id, { operatorId, amount: paisa(30_001), reference: 'NIC-R1' });
}

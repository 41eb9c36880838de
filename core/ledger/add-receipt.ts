import { companyUnknown } from '../companies/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import { npr, toRupees } from '../kernel/money.ts';
import { received } from './entries.ts';
import { changesBetween } from '../platform/trail.ts';
import type { NewReceipt, Receipt } from './corrections.ts';
import { receiptKnown } from './refusals.ts';
import type { LedgerWorld } from './world.ts';

export type AddReceipt = ReturnType<typeof addReceipt>;

/** Records a payment by which a company settled its debt to the platform. */
export const addReceipt =
  ({ clock, transact }: LedgerWorld) =>
  async (admin: UserId, given: NewReceipt, keep?: KeepResult<Receipt>): Promise<Receipt> =>
    transact(async (stores) => {
      const { operatorId, amount, reference } = given;
      const company = await stores.companies.share(operatorId);
      if (!company) throw companyUnknown();
      const at = clock();
      const id = await stores.receipts.add(given, at);
      if (id === undefined) throw receiptKnown();
      await stores.ledger.record(received({ receiptId: id, operatorId, amount }), at);
      await stores.trail.add(
        {
          kind: 'RECEIPT_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId,
          subject: { type: 'receipt', id },
          changes: changesBetween({}, { amount: toRupees(amount), reference }),
          description: `${company.companyName} has paid ${npr(amount)} that it owed.`,
          amount,
        },
        at,
      );
      const added = { ...given, id, at };
      await keep?.(added, stores);
      return added;
    });

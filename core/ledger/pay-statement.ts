import type { KeepResult } from '../platform/idempotency.ts';
import type { StatementId, UserId } from '../kernel/ids.ts';
import { npr } from '../kernel/money.ts';
import { payout } from './entries.ts';
import { changesBetween } from '../platform/trail.ts';
import { statementPaid, statementUnknown } from './refusals.ts';
import { type Statement, type StatementWithLines, numberOf } from './statement.ts';
import { firstLinesOf } from './view-statements.ts';
import type { LedgerWorld } from './world.ts';

export type PayStatement = ReturnType<typeof payStatement>;

/**
 * Records that a statement was paid. The administrator has transferred a positive total under this reference. The
 * company keeps the cash that it holds. A negative total is not paid now: the company's next statement includes it.
 */
export const payStatement =
  ({ clock, transact }: LedgerWorld) =>
  async (
    admin: UserId,
    id: StatementId,
    reference: string,
    keep?: KeepResult<StatementWithLines>,
  ): Promise<StatementWithLines> =>
    transact(async (stores) => {
      const { statements, statementViews, ledger, trail } = stores;
      const statement = await statementViews.find(id);
      if (!statement) throw statementUnknown();
      const paidAt = clock();
      if (!(await statements.pay(id, { reference, paidAt }))) throw statementPaid();

      const { operatorId, cashHeld, total } = statement;
      await ledger.record(payout({ statementId: id, operatorId, cashHeld, total }), paidAt);
      await trail.add(
        {
          kind: 'STATEMENT_PAID',
          actor: { role: 'ADMIN', userId: admin },
          operatorId,
          subject: { type: 'statement', id },
          changes: changesBetween({ status: 'OPEN', reference: null }, { status: 'PAID', reference }),
          description: described(statement, reference),
        },
        paidAt,
      );
      const paid = await firstLinesOf(stores, id);
      await keep?.(paid, stores);
      return paid;
    });

function described(statement: Statement, reference: string): string {
  const { total } = statement;
  const outcome = total > 0 ? `${npr(total)} were transferred` : 'nothing was transferred, the cash held was set off';
  return `Paid statement ${numberOf(statement)} of ${statement.companyName}: ${outcome}. Reference: ${reference}`;
}

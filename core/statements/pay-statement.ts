import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { StatementId, UserId } from '../kernel/ids.ts';
import { npr } from '../kernel/money.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { payout } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ports.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import type { StatementRepo, StatementViews } from './ports.ts';
import { statementPaid } from './refusals.ts';
import { numberOf } from './statement.ts';
import type { Statement, WholeStatement } from './statement.ts';
import { viewStatement, wholeStatement } from './view-statements.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{
    readonly statements: StatementRepo;
    readonly statementViews: Pick<StatementViews, 'find' | 'ownerOf'>;
    readonly ledger: Ledger;
    readonly trail: Trail;
    readonly idempotency: Idempotency;
  }>;
}

export type PayStatement = ReturnType<typeof payStatement>;

/**
 * Records that a statement was paid: the cash that the company holds is set off, and a positive total was transferred
 * to it under the reference. A negative total stays owed, and the company's next statement begins with it.
 */
export const payStatement =
  ({ clock, transact }: Needs) =>
  async (
    admin: UserId,
    id: StatementId,
    reference: string,
    keep?: KeepResult<WholeStatement>,
  ): Promise<WholeStatement> =>
    transact(async (stores) => {
      const { statements, ledger, trail } = stores;
      const statement = await viewStatement(stores)(id);
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
      const paid = await wholeStatement(stores, id);
      await keep?.(paid, stores);
      return paid;
    });

function described(statement: Statement, reference: string): string {
  const { total } = statement;
  const deed = total > 0 ? `${npr(total)} were transferred` : 'nothing was transferred, the cash held was set off';
  return `Paid statement ${numberOf(statement)} of ${statement.companyName}: ${deed}. Reference: ${reference}`;
}

import type { CompanyRepo } from '../companies/ports.ts';
import { companyUnknown } from '../companies/refusals.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { OperatorId, UserId } from '../kernel/ids.ts';
import { npr, toRupees } from '../kernel/money.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import type { StatementRepo, StatementViews } from './ports.ts';
import { nothingToState, untilAhead } from './refusals.ts';
import { beginningOf, linesOf, numberOf, sumsOf } from './statement.ts';
import type { WholeStatement } from './statement.ts';
import { wholeStatement } from './view-statements.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly transact: Transact<{
    readonly companies: CompanyRepo;
    readonly statements: StatementRepo;
    readonly statementViews: Pick<StatementViews, 'find'>;
    readonly trail: Trail;
    readonly idempotency: Idempotency;
  }>;
}

export interface WantedStatement {
  readonly operatorId: OperatorId;
  /** The last local day that it covers. */
  readonly until: string;
}

export type MakeStatement = ReturnType<typeof makeStatement>;

/**
 * States what a company has earned and taken up to the end of a day, as far as no statement says so yet. Several who
 * make one at once do so one after the other: the first gets everything, the others are told that nothing is left.
 */
export const makeStatement =
  ({ clock, calendar, transact }: Needs) =>
  async (
    admin: UserId,
    { operatorId, until }: WantedStatement,
    keep?: KeepResult<WholeStatement>,
  ): Promise<WholeStatement> => {
    const span = calendar.day(until);
    if (!span || until > calendar.date(clock())) throw untilAhead();

    return transact(async (stores) => {
      const { companies, statements, trail } = stores;
      // Nobody gives it another name meanwhile, and it goes on selling.
      const company = await companies.share(operatorId);
      if (!company) throw companyUnknown();
      const madeAt = clock();
      const number = await statements.nextNumber(Number(calendar.date(madeAt).slice(0, 4)));
      const { companyName, panNo } = company;
      const id = await statements.add({ ...number, operatorId, companyName, panNo, until, madeAt });

      const entries = await statements.takeUp(id, operatorId, span.end);
      if (entries.length === 0) throw nothingToState();
      const sums = sumsOf(entries, await statements.carryOver(id, operatorId));
      const from = calendar.date(beginningOf(entries));
      await statements.drawUp(id, { ...sums, from, lines: linesOf(entries) });

      await trail.add(
        {
          kind: 'STATEMENT_MADE',
          actor: { role: 'ADMIN', userId: admin },
          operatorId,
          subject: { type: 'statement', id },
          changes: changesBetween(
            {},
            { number: numberOf(number), from, until, total: toRupees(sums.total), status: 'OPEN' },
          ),
          description: `Made statement ${numberOf(number)} of ${companyName} from ${from} until ${until}: ${npr(sums.total)}.`,
        },
        madeAt,
      );
      const made = await wholeStatement(stores, id);
      await keep?.(made, stores);
      return made;
    });
  };

import { companyUnknown } from '../companies/refusals.ts';
import type { Company } from '../companies/company.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { OperatorId, UserId } from '../kernel/ids.ts';
import { minus, NOTHING, npr, plus, toRupees } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import { type SliceNeeds, earlier, makeInSlices } from './make-in-slices.ts';
import type { Slice, StatementDraft } from './statement-ports.ts';
import { nothingToState, untilAhead } from './refusals.ts';
import { type StatementSums, type StatementWithLines, beginningOf, linesOf, numberOf, sumsOf } from './statement.ts';
import { firstLinesOf } from './view-statements.ts';
import type { LedgerStores, LedgerWorld } from './world.ts';

export interface WantedStatement {
  readonly operatorId: OperatorId;
  /** The last local day of the statement, inclusive. */
  readonly until: string;
}

export type MakeStatement = ReturnType<typeof makeStatement>;

/**
 * Makes a statement of the company's ledger rows, up to the end of a day, that are on no statement yet. Simultaneous
 * callers run one after another: the first gets all rows, the others an error.
 */
export const makeStatement =
  (world: LedgerWorld & SliceNeeds) =>
  async (
    admin: UserId,
    { operatorId, until }: WantedStatement,
    keep?: KeepResult<StatementWithLines>,
  ): Promise<StatementWithLines> => {
    const { clock, calendar } = world;
    const span = calendar.day(until);
    if (!span || until > calendar.date(clock())) throw untilAhead();
    const { end } = span;

    return makeInSlices(world, {
      owner: `company ${operatorId}`,
      until,
      async lockDraft(stores: LedgerStores) {
        await shareCompany(stores, operatorId);
        return stores.statements.lockDraft(operatorId);
      },
      async begin({ statements }) {
        if (!(await statements.hasUnstated(operatorId, end))) throw nothingToState();
        return statements.begin({ operatorId, until, end, madeBy: admin });
      },
      async takeUp({ statements }, draft, limit) {
        const slice = await statements.takeUp(draft, limit);
        await statements.addLines(draft.id, linesOf(slice.entries));
        return { draft: withSlice(draft, slice), isLast: slice.isLast };
      },
      saveDraft: ({ statements }, draft) => statements.saveDraft(draft),
      complete: (stores, draft) => complete(stores, world, draft),
      async read(stores, id) {
        const made = await firstLinesOf(stores, id);
        await keep?.(made, stores);
        return made;
      },
    });
  };

/** Keeps the company's name unchanged until the transaction ends. The company can still sell seats meanwhile. */
async function shareCompany({ companies }: LedgerStores, id: OperatorId): Promise<Company> {
  const company = await companies.share(id);
  if (!company) throw companyUnknown();
  return company;
}

async function complete(
  stores: LedgerStores,
  { clock, calendar }: LedgerWorld,
  { id, operatorId, firstAt, until, net, cashHeld, madeBy }: StatementDraft,
): Promise<void> {
  // Another process may have put all ledger rows on a statement since `hasUnstated`.
  if (firstAt === null) throw nothingToState();
  const { statements, trail } = stores;
  const { companyName, panNo } = await shareCompany(stores, operatorId);
  const madeAt = clock();
  const number = await statements.nextNumber(Number(calendar.date(madeAt).slice(0, 4)));
  const from = calendar.date(firstAt);
  await statements.add({ id, ...number, operatorId, companyName, panNo, from, until, madeAt });
  const openingBalance = await statements.carryOver(id, operatorId);
  const total = minus(plus(openingBalance, net), cashHeld);
  const sums: StatementSums = { openingBalance, net, cashHeld, total };
  await statements.setSums(id, sums);
  const facts = { number: numberOf(number), from, until, total: toRupees(total), status: 'OPEN' };
  await trail.add(
    {
      kind: 'STATEMENT_MADE',
      actor: { role: 'ADMIN', userId: madeBy },
      operatorId,
      subject: { type: 'statement', id },
      changes: changesBetween({}, facts),
      description: `Made statement ${facts.number} of ${companyName} from ${from} until ${until}: ${npr(total)}.`,
    },
    madeAt,
  );
}

function withSlice(draft: StatementDraft, { entries, passed }: Slice): StatementDraft {
  const { net, cashHeld } = sumsOf(entries, NOTHING);
  const firstAt = earlier(draft.firstAt, beginningOf(entries));
  return { ...draft, passed, firstAt, net: plus(draft.net, net), cashHeld: plus(draft.cashHeld, cashHeld) };
}

import type { Company } from '../companies/company.ts';
import { companyUnknown } from '../companies/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { OperatorId, StatementId, UserId } from '../kernel/ids.ts';
import { minus, NOTHING, npr, plus, toRupees } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { changesBetween } from '../platform/trail.ts';
import type { Slice, StatementDraft } from './statement-ports.ts';
import { nothingToState, untilAhead } from './refusals.ts';
import { type StatementSums, type StatementWithLines, beginningOf, linesOf, numberOf, sumsOf } from './statement.ts';
import { firstLinesOf } from './view-statements.ts';
import type { LedgerStores, LedgerWorld } from './world.ts';

/**
 * The default of `rowsPerSlice`. It keeps SQLite's only connection busy for less than 100 ms; docs/money.md has the
 * figures.
 */
const ROWS_PER_SLICE = 1_000;

export interface WantedStatement {
  readonly operatorId: OperatorId;
  /** The last local day of the statement, inclusive. */
  readonly until: string;
}

/** The result of one transaction: a finished statement, or a draft that needs another transaction. */
type Step =
  { readonly made: StatementWithLines } | { readonly made?: undefined; readonly own: StatementId | undefined };

export type MakeStatement = ReturnType<typeof makeStatement>;

/**
 * Makes a statement of the company's ledger rows, up to the end of a day, that are on no statement yet. Simultaneous
 * callers run one after another: the first gets all rows, the others an error.
 *
 * A large statement is made in several transactions. Until the last transaction it is a draft that nobody sees. If
 * another process left a draft unfinished, that draft is completed first. A caller who asked for the same last day gets
 * that statement.
 */
export const makeStatement =
  ({
    clock,
    calendar,
    transact,
    mutex,
    rowsPerSlice = ROWS_PER_SLICE,
  }: LedgerWorld & {
    /** The approximate number of ledger rows per transaction. */
    readonly rowsPerSlice?: number;
  }) =>
  async (
    admin: UserId,
    { operatorId, until }: WantedStatement,
    keep?: KeepResult<StatementWithLines>,
  ): Promise<StatementWithLines> => {
    const span = calendar.day(until);
    if (!span || until > calendar.date(clock())) throw untilAhead();
    const { end } = span;

    async function step(stores: LedgerStores, own: StatementId | undefined): Promise<Step> {
      const { companies, statements } = stores;
      // The lock keeps the company's name unchanged until the transaction ends. The company can still sell seats
      // meanwhile.
      const company = await companies.share(operatorId);
      if (!company) throw companyUnknown();
      const open = await statements.lockDraft(operatorId);
      if (own !== undefined && open?.id !== own) return kept(stores, own);
      if (!open && !(await statements.hasUnstated(operatorId, end))) throw nothingToState();
      const draft = open ?? (await statements.begin({ operatorId, until, end, madeBy: admin }));
      if (!draft) return { own: undefined };

      const slice = await statements.takeUp(draft, rowsPerSlice);
      const grown = withSlice(draft, slice);
      await statements.addLines(draft.id, linesOf(slice.entries));
      const isOwn = draft.until === until;
      if (!slice.isLast) {
        await statements.saveDraft(grown);
        return { own: isOwn ? draft.id : undefined };
      }
      // Another process may have put all ledger rows on a statement since `hasUnstated`.
      if (grown.firstAt === null) throw nothingToState();
      await complete(stores, grown, grown.firstAt, company);
      return isOwn ? kept(stores, draft.id) : { own: undefined };
    }

    async function kept(stores: LedgerStores, id: StatementId): Promise<Step> {
      const made = await firstLinesOf(stores, id);
      await keep?.(made, stores);
      return { made };
    }

    async function complete(
      stores: LedgerStores,
      draft: StatementDraft,
      firstAt: Instant,
      company: Company,
    ): Promise<void> {
      const { statements, trail } = stores;
      const { id, net, cashHeld, madeBy } = draft;
      const madeAt = clock();
      const { companyName, panNo } = company;
      const number = await statements.nextNumber(Number(calendar.date(madeAt).slice(0, 4)));
      const from = calendar.date(firstAt);
      await statements.add({ id, ...number, operatorId, companyName, panNo, from, until: draft.until, madeAt });
      const openingBalance = await statements.carryOver(id, operatorId);
      const total = minus(plus(openingBalance, net), cashHeld);
      const sums: StatementSums = { openingBalance, net, cashHeld, total };
      await statements.setSums(id, sums);
      const facts = { number: numberOf(number), from, until: draft.until, total: toRupees(total), status: 'OPEN' };
      await trail.add(
        {
          kind: 'STATEMENT_MADE',
          actor: { role: 'ADMIN', userId: madeBy },
          operatorId,
          subject: { type: 'statement', id },
          changes: changesBetween({}, facts),
          description: `Made statement ${facts.number} of ${companyName} from ${from} until ${draft.until}: ${npr(total)}.`,
        },
        madeAt,
      );
    }

    // The mutex of a process allows only one statement of a company at a time. So any other draft belongs to another
    // process.
    return mutex(`statement of company ${operatorId}`, async () => {
      for (let own: StatementId | undefined; ;) {
        const before = own;
        const done = await transact((stores) => step(stores, before));
        if (done.made) return done.made;
        own = done.own;
      }
    });
  };

function withSlice(draft: StatementDraft, { entries, passed }: Slice): StatementDraft {
  const { net, cashHeld } = sumsOf(entries, NOTHING);
  const firstAt = [draft.firstAt, beginningOf(entries)].reduce<Instant | null>(
    (first, at) => (at !== null && at !== undefined && (first === null || at < first) ? at : first),
    null,
  );
  return { ...draft, passed, firstAt, net: plus(draft.net, net), cashHeld: plus(draft.cashHeld, cashHeld) };
}

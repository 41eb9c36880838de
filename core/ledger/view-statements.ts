import type { OperatorId, StatementId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { StatementViews } from './statement-ports.ts';
import { statementUnknown } from './refusals.ts';
import type { StatementLine, StatementWithLines } from './statement.ts';

/** The number of lines that the API returns together with a statement. */
const FIRST_LINES = 100;

/** A statement with its first lines. Throws if the statement does not exist. */
export async function firstLinesOf(
  { statementViews }: { readonly statementViews: Pick<StatementViews, 'find' | 'lines'> },
  id: StatementId,
): Promise<StatementWithLines> {
  const statement = await statementViews.find(id);
  if (!statement) throw new Error(`Statement ${id} is gone.`);
  const { rows: lines, next: moreLines } = await statementViews.lines(id, { limit: FIRST_LINES });
  return { ...statement, lines, ...(moreLines && { moreLines }) };
}

export type ViewStatement = ReturnType<typeof viewStatement>;

/** A statement with its first lines. If `company` is given, refuses statements of other companies. */
export const viewStatement =
  ({ statementViews }: { readonly statementViews: Pick<StatementViews, 'find' | 'lines' | 'ownerOf'> }) =>
  async (id: StatementId, company?: OperatorId): Promise<StatementWithLines> => {
    await findStatement({ statementViews })(id, company);
    return firstLinesOf({ statementViews }, id);
  };

export type ListStatementLines = ReturnType<typeof listStatementLines>;

/** The lines of a statement. If `company` is given, refuses statements of other companies. */
export const listStatementLines =
  ({ statementViews }: { readonly statementViews: Pick<StatementViews, 'lines' | 'ownerOf'> }) =>
  async (id: StatementId, page: Page, company?: OperatorId): Promise<Listing<StatementLine>> => {
    await findStatement({ statementViews })(id, company);
    return statementViews.lines(id, page);
  };

export type FindStatement = ReturnType<typeof findStatement>;

/** Throws STATEMENT_UNKNOWN if the statement does not exist, or if `company` is given and another company owns it. */
export const findStatement =
  ({ statementViews }: { readonly statementViews: Pick<StatementViews, 'ownerOf'> }) =>
  async (id: StatementId, company?: OperatorId): Promise<void> => {
    const owner = await statementViews.ownerOf(id);
    if (owner === undefined || (company !== undefined && owner !== company)) throw statementUnknown();
  };

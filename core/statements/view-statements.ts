import type { OperatorId, StatementId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { StatementFilter, StatementViews } from './ports.ts';
import { statementUnknown } from './refusals.ts';
import type { Statement, WholeStatement } from './statement.ts';

interface Needs {
  readonly statementViews: StatementViews;
}

/** One that is known to be there. */
export async function wholeStatement(
  { statementViews }: { readonly statementViews: Pick<StatementViews, 'find'> },
  id: StatementId,
): Promise<WholeStatement> {
  const statement = await statementViews.find(id);
  if (!statement) throw new Error(`Statement ${id} is gone.`);
  return statement;
}

export type ListStatements = ReturnType<typeof listStatements>;

/** Without their lines, of which there may be thousands in each. */
export const listStatements =
  ({ statementViews }: Needs) =>
  (filter: StatementFilter, page: Page): Promise<Listing<Statement>> =>
    statementViews.list(filter, page);

export type ViewStatement = ReturnType<typeof viewStatement>;

/** Any statement or, for a company, one of its own. */
export const viewStatement =
  ({ statementViews }: { readonly statementViews: Pick<StatementViews, 'find' | 'ownerOf'> }) =>
  async (id: StatementId, company?: OperatorId): Promise<WholeStatement> => {
    await findStatement({ statementViews })(id, company);
    return wholeStatement({ statementViews }, id);
  };

export type FindStatement = ReturnType<typeof findStatement>;

/** Refuses unless it is there, and the company's. */
export const findStatement =
  ({ statementViews }: { readonly statementViews: Pick<StatementViews, 'ownerOf'> }) =>
  async (id: StatementId, company?: OperatorId): Promise<void> => {
    const owner = await statementViews.ownerOf(id);
    if (owner === undefined || (company !== undefined && owner !== company)) throw statementUnknown();
  };

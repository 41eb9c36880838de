import type { OperatorId, StatementId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { StatementReads } from './statement-ports.ts';
import { statementUnknown } from './refusals.ts';
import type { Statement, StatementLine, WithLines } from './statement.ts';

/*
 * Reading statements of any kind. `Id` is the key of a statement, and `Owner` the key of the company or agent that gets
 * it.
 */

/** The number of lines that the API returns together with a statement. */
const FIRST_LINES = 100;

interface Reading<Id, Owner, Head, Line, Needed extends keyof StatementReads<Id, Owner, Head, Line>> {
  readonly statementViews: Pick<StatementReads<Id, Owner, Head, Line>, Needed>;
}

/** A statement with its first lines. Throws if the statement does not exist. */
export async function firstLinesOf<Id, Head, Line>(
  { statementViews }: Reading<Id, never, Head, Line, 'find' | 'lines'>,
  id: Id,
): Promise<WithLines<Head, Line>> {
  const statement = await statementViews.find(id);
  if (!statement) throw new Error(`Statement ${String(id)} is gone.`);
  const { rows: lines, next: moreLines } = await statementViews.lines(id, { limit: FIRST_LINES });
  return { ...statement, lines, ...(moreLines && { moreLines }) };
}

/** A statement with its first lines. If `owner` is given, refuses statements of others. */
export const viewStatement =
  <Id, Owner, Head, Line>({ statementViews }: Reading<Id, Owner, Head, Line, 'find' | 'lines' | 'ownerOf'>) =>
  async (id: Id, owner?: Owner): Promise<WithLines<Head, Line>> => {
    await findStatement({ statementViews })(id, owner);
    return firstLinesOf({ statementViews }, id);
  };

/** The lines of a statement. If `owner` is given, refuses statements of others. */
export const listStatementLines =
  <Id, Owner, Head, Line>({ statementViews }: Reading<Id, Owner, Head, Line, 'lines' | 'ownerOf'>) =>
  async (id: Id, page: Page, owner?: Owner): Promise<Listing<Line>> => {
    await findStatement({ statementViews })(id, owner);
    return statementViews.lines(id, page);
  };

/** Throws STATEMENT_UNKNOWN if the statement does not exist, or if `owner` is given and somebody else owns it. */
export const findStatement =
  <Id, Owner>({ statementViews }: Reading<Id, Owner, unknown, unknown, 'ownerOf'>) =>
  async (id: Id, owner?: Owner): Promise<void> => {
    const known = await statementViews.ownerOf(id);
    if (known === undefined || (owner !== undefined && known !== owner)) throw statementUnknown();
  };

/*
 * The types of these use cases, by default those of companies' statements.
 */
export type ViewStatement<Id = StatementId, Owner = OperatorId, Head = Statement, Line = StatementLine> = (
  id: Id,
  owner?: Owner,
) => Promise<WithLines<Head, Line>>;

export type ListStatementLines<Id = StatementId, Owner = OperatorId, Line = StatementLine> = (
  id: Id,
  page: Page,
  owner?: Owner,
) => Promise<Listing<Line>>;

export type FindStatement<Id = StatementId, Owner = OperatorId> = (id: Id, owner?: Owner) => Promise<void>;

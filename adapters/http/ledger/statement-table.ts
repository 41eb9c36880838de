import type { Listing, Page, Position } from '../../../core/kernel/page.ts';
import type { Row } from '../../../core/kernel/table.ts';
import {
  type StatementLine,
  type StatementWithLines,
  type WithLines,
  numberOf,
} from '../../../core/ledger/statement.ts';
import type { ListStatementLines } from '../../../core/ledger/view-statements.ts';
import { lineRows, STATEMENT_COLUMNS, sumRows } from './statement.ts';
import { type CsvStreamNeeds, csvStream } from '../route/csv-file.ts';

/**
 * The number of lines that one query reads. With this number, a query occupies the database and the event loop for only
 * a few milliseconds.
 */
const LINES_AT_ONCE = 1_000;

/** The table of a statement of any kind. */
interface Table<Line> {
  /** The number of the statement, which names the file. */
  readonly number: string;
  readonly columns: readonly string[];
  readonly rowsOf: (lines: readonly Line[]) => readonly Row[];
  /** The rows after the lines. */
  readonly sums: readonly Row[];
  readonly linesAfter: (page: Page) => Promise<Listing<Line>>;
}

/** A statement of any kind as a CSV file. The lines are read while the file is being sent. */
export const statementFile = <Line>(
  needs: CsvStreamNeeds,
  { number, columns, ...table }: Table<Line>,
  first: WithLines<object, Line>,
) => csvStream(needs, number, columns, rowsOf(table, first));

async function* rowsOf<Line>(
  { rowsOf: toRows, sums, linesAfter }: Pick<Table<Line>, 'rowsOf' | 'sums' | 'linesAfter'>,
  { lines, moreLines }: WithLines<object, Line>,
): AsyncGenerator<readonly Row[]> {
  yield toRows(lines);
  for (let after: Position | undefined = moreLines; after;) {
    const { rows, next } = await linesAfter({ limit: LINES_AT_ONCE, after });
    yield toRows(rows);
    after = next;
  }
  yield sums;
}

interface Needs extends CsvStreamNeeds {
  readonly listStatementLines: ListStatementLines;
}

/** A statement of a company as a CSV file. */
export const statementTable = (needs: Needs, statement: StatementWithLines) =>
  statementFile<StatementLine>(
    needs,
    {
      number: numberOf(statement),
      columns: STATEMENT_COLUMNS,
      rowsOf: lineRows,
      sums: sumRows(statement),
      linesAfter: (page) => needs.listStatementLines(statement.id, page),
    },
    statement,
  );

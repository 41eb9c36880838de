import type { StatementId } from '../../../core/kernel/ids.ts';
import type { Position } from '../../../core/kernel/page.ts';
import type { Row } from '../../../core/kernel/table.ts';
import { type StatementWithLines, numberOf } from '../../../core/ledger/statement.ts';
import type { ListStatementLines } from '../../../core/ledger/view-statements.ts';
import { lineRows, STATEMENT_COLUMNS, sumRows } from './statement.ts';
import { type CsvStreamNeeds, csvStream } from '../route/csv-file.ts';

interface Needs extends CsvStreamNeeds {
  readonly listStatementLines: ListStatementLines;
}

/**
 * The number of lines that one query reads. With this number, a query occupies the database and the event loop for only
 * a few milliseconds.
 */
const LINES_AT_ONCE = 1_000;

/** A statement as a CSV file. The lines are read while the file is being sent. */
export const statementTable = (needs: Needs, statement: StatementWithLines) =>
  csvStream(needs, numberOf(statement), STATEMENT_COLUMNS, rowsOf(needs, statement));

async function* rowsOf({ listStatementLines }: Needs, statement: StatementWithLines): AsyncGenerator<readonly Row[]> {
  yield lineRows(statement.lines);
  for (let after: Position | undefined = statement.moreLines; after;) {
    const { rows, next } = await pageOf(statement.id, after);
    yield lineRows(rows);
    after = next;
  }
  yield sumRows(statement);

  function pageOf(id: StatementId, behind: Position) {
    return listStatementLines(id, { limit: LINES_AT_ONCE, after: behind });
  }
}

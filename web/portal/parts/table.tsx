import type { ComponentChildren } from 'preact';
import './table.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether the cells are numbers, whose digits are aligned under each other. */
  readonly isNumber?: boolean;
  /**
   * Whether the cells contain buttons. Buttons say what they do, so only screen readers read the heading of such a
   * column.
   */
  readonly isAction?: boolean;
}

/**
 * A table with column headings. On phones each row of three or more cells is a card, and each
 * cell repeats its heading.
 */
export const Table = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  total,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The last row, which adds up the rows above it. */
  readonly total?: Row;
}) => (
  <table class={columns.length > 2 ? 'cards' : undefined} aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ title, isNumber, isAction }) => (
          <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
            {isAction ? <span class="sr-only">{title}</span> : title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Cells key={keyOf(row)} columns={columns} row={row} />
      ))}
    </tbody>
    {total !== undefined && (
      <tfoot>
        <Cells columns={columns} row={total} />
      </tfoot>
    )}
  </table>
);

const Cells = <Row,>({ columns, row }: { readonly columns: readonly Column<Row>[]; readonly row: Row }) => (
  <tr>
    {columns.map(({ title, cell, isNumber, isAction }) => (
      <td
        key={title}
        data-label={isAction ? undefined : title}
        class={isNumber ? 'number' : isAction ? 'action' : undefined}
      >
        {cell(row)}
      </td>
    ))}
  </tr>
);

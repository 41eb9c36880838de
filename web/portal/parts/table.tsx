import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand under each other. */
  readonly isNumber?: boolean;
  /** What can be done with a row: its buttons say so themselves, so the heading is only read out. */
  readonly isAction?: boolean;
}

/** A table with a heading over each column; on phones each row is a card whose cells say their own headings. */
export const Table = <Row,>({
  label,
  columns,
  rows,
  keyOf,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}) => (
  <table class="cards" aria-label={label}>
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
        <tr key={keyOf(row)}>
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
      ))}
    </tbody>
  </table>
);

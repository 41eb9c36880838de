import { Empty } from '../../parts/empty.tsx';
import { Paged } from './paged.tsx';
import type { Paging } from './paged.tsx';
import { Table } from './table.tsx';
import type { Column } from './table.tsx';

/** A list that comes page by page, as a table; `empty` says that there is nothing on it, and `hint` what to do then. */
export const PagedTable = <Row extends { readonly id: number }>({
  of,
  label,
  columns,
  empty,
  hint,
}: {
  readonly of: Paging<Row>;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
  readonly hint?: string;
}) => (
  <Paged of={of} empty={<Empty title={empty}>{hint !== undefined && <p>{hint}</p>}</Empty>}>
    {(rows) => <Table label={label} rows={rows} keyOf={({ id }) => id} columns={columns} />}
  </Paged>
);

import { Empty } from '../../parts/empty.tsx';
import { type Paging, Paged } from './paged.tsx';
import { type Column, Table } from './table.tsx';

/** A paged list as a table. If the list is empty, shows `empty`, and `hint` says what the user can do. */
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

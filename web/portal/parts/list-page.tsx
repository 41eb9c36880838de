import type { ComponentChildren } from 'preact';
import { PageTitle } from '../../parts/page.tsx';
import { ListFilters } from './list-filters.tsx';
import type { Paging } from './paged.tsx';
import { PagedTable } from './paged-table.tsx';
import { SearchField } from './search-field.tsx';
import type { Column } from './table.tsx';
import type { Filters, useUrlState } from './url-state.ts';

/** A page with one list: its title, a search field, filters and a table. */
export function ListPage<Row extends { readonly id: number }>({
  title,
  text,
  beside,
  only,
  search,
  state: [filters, change],
  set,
  children,
  ...table
}: {
  readonly title: string;
  /** A sentence below the title. */
  readonly text?: string;
  /** A link or a button beside the title. */
  readonly beside?: ComponentChildren;
  /** Says to whose rows the list is limited. */
  readonly only?: ComponentChildren;
  /** The label of the search field. */
  readonly search: string;
  readonly state: readonly [filters: Filters, change: ReturnType<typeof useUrlState>[1]];
  /** The filters that limit the list. */
  readonly set: readonly unknown[];
  /** The fields of the filters. */
  readonly children: ComponentChildren;
  readonly of: Paging<Row>;
  readonly columns: readonly Column<Row>[];
  /** The text of an empty list. */
  readonly empty: string;
  readonly hint?: string;
}) {
  const heading = <PageTitle {...(text !== undefined && { small: text })}>{title}</PageTitle>;
  return (
    <>
      {beside === undefined ? (
        heading
      ) : (
        <div class="row apart">
          {heading}
          {beside}
        </div>
      )}
      {only}
      <SearchField label={search} value={filters['q'] ?? ''} onValue={(q) => change({ q })} />
      <ListFilters set={set.filter(Boolean).length}>{children}</ListFilters>
      <PagedTable label={title} {...table} />
    </>
  );
}

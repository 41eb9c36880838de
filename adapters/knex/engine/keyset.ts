import type { Position } from '../../../core/kernel/page.ts';
import { type Fragment, fragment, joined, raw } from './sql.ts';

/** Condition for rows after a position, in a list that is sorted by `columns`, all in one direction. */
export const behind = (
  columns: Fragment,
  after: Position | undefined,
  direction: 'asc' | 'desc',
): readonly Fragment[] =>
  after === undefined
    ? []
    : [
        fragment`(${columns}) ${raw(direction === 'asc' ? '>' : '<')} (${joined(
          after.map((value) => fragment`${value}`),
          ', ',
        )})`,
      ];

/** A where clause that joins conditions by `and`. Empty without conditions. */
export const where = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0 ? raw('') : fragment`where ${joined(conditions, ' and ')}`;

/** Whether a column contains a text. Column and text must have folded case. `%` and `_` have no special meaning. */
export const contains = (column: Fragment, text: string): Fragment =>
  fragment`${column} like ${`%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`} escape ${'\\'}`;

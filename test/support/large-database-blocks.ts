import type { Filling } from './filling.ts';

interface Given {
  readonly seat: string;
  /** SQL for a value in one of a thousand rows, and null in all others. */
  readonly seldom: (due: number) => string;
  readonly present: number;
}

/** A blocked seat on every trip. A few blocks have just ended. */
export const blockRows = ({ seat, seldom, present }: Given): Filling => ({
  table: 'seat_blocks',
  columns: { id: 'n', schedule_id: 'n', seat_id: seat, reason: "'Kept'", blocked_until: seldom(present - 1) },
});

import type { Filling } from './filling.ts';

/** The activity log, with one row for each booking. */
export const trailRows = (companies: number, past: string): Filling => ({
  table: 'activity_log',
  columns: {
    id: 'n',
    kind: "'BOOKING_CREATED'",
    actor_user_id: 'n',
    actor_role: "'PASSENGER'",
    operator_id: `n % ${companies} + 1`,
    subject_type: "'booking'",
    subject_id: 'n',
    description: "''",
    at: past,
  },
});

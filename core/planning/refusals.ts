import { invalidField, refusal } from '../kernel/refusal.ts';

/** Refuses an unknown timetable, and another company's timetable, so that callers cannot find out that it exists. */
export const timetableUnknown = refusal('absent', 'TIMETABLE_UNKNOWN', 'There is no such timetable.');

export const fromNoDay = () => invalidField('from', 'from must be a real day, written YYYY-MM-DD.');

export const fromPast = () => invalidField('from', 'from must not be before today: what is past stays as it was.');

import { invalidField, refusal } from '../kernel/refusal.ts';

/** Thrown for an unknown timetable and for another company's timetable. Callers cannot tell the two cases apart. */
export const timetableUnknown = refusal('absent', 'TIMETABLE_UNKNOWN', 'There is no such timetable.');

export const fromNoDay = () => invalidField('from', 'from must be a real day, written YYYY-MM-DD.');

export const fromPast = () => invalidField('from', 'from must not be before today: what is past stays as it was.');

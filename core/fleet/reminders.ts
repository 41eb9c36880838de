import { dayAfter } from '../kernel/calendar.ts';
import type { BusDocument } from './documents.ts';

/** How many days before its papers run out a company is reminded of it. */
const REMINDED_DAYS_BEFORE = [30, 7, 1] as const;

/** The first day on which a document may have to be reminded of; null if there is none. */
export const firstReminder = ({ status, validUntil }: Pick<BusDocument, 'status' | 'validUntil'>): string | null =>
  status === 'VERIFIED' && validUntil !== null ? dayAfter(validUntil, -Math.max(...REMINDED_DAYS_BEFORE)) : null;

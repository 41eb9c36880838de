import type { TrailEntry } from '../platform/trail.ts';
import type { Member } from './member.ts';

/** An activity log entry for a member's action. */
export const memberEntry = (
  { userId, operatorId }: Member,
  deed: Omit<TrailEntry, 'actor' | 'operatorId'>,
): TrailEntry => ({
  actor: { role: 'OPERATOR', userId },
  operatorId,
  ...deed,
});

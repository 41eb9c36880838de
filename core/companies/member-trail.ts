import type { TrailEntry } from '../trail/trail.ts';
import type { Member } from './member.ts';

/** What a member of a company did, as an entry of the activity log. */
export const doneBy = ({ userId, operatorId }: Member, deed: Omit<TrailEntry, 'actor' | 'operatorId'>): TrailEntry => ({
  actor: { role: 'OPERATOR', userId },
  operatorId,
  ...deed,
});

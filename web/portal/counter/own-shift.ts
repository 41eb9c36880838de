import type { Schemas } from '../../api/operations.ts';
import { type Asking, useAsked } from '../../parts/asked.tsx';
import { api, may, session } from '../session.ts';

type Shift = Schemas['Shift'];

/** The signed-in user's open shift, or null. */
export const useOwnShift = (): Asking<Shift | null> => useAsked(findOwnShift, []);

async function findOwnShift(signal: AbortSignal): Promise<Shift | null> {
  const staff_id = may('MANAGER') ? await membershipId(signal) : undefined;
  const { results } = await api.get('/api/operator/shifts', {
    query: { status: 'OPEN', limit: 1, ...(staff_id !== undefined && { staff_id }) },
    signal,
  });
  return results[0] ?? null;
}

/** The id of the user's membership, by which managers find their own shift. Clerks get only their own shifts. */
async function membershipId(signal: AbortSignal): Promise<number | undefined> {
  const { results } = await api.get('/api/operator/staff', { query: { limit: 100 }, signal });
  return results.find(({ user_id }) => user_id === session.user.value?.id)?.id;
}

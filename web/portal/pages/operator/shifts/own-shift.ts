import type { Schemas } from '../../../../api/operations.ts';
import { useAsked } from '../../../../parts/asked.tsx';
import type { Asking } from '../../../../parts/asked.tsx';
import { api, may, session } from '../../../session.ts';

type Shift = Schemas['Shift'];

/** The open shift of whoever is signed in; null while they have none. */
export const useOwnShift = (): Asking<Shift | null> => useAsked(findOwnShift, []);

async function findOwnShift(signal: AbortSignal): Promise<Shift | null> {
  const staff_id = may('MANAGER') ? await membershipId(signal) : undefined;
  const { results } = await api.get('/api/operator/shifts', {
    query: { status: 'OPEN', limit: 1, ...(staff_id !== undefined && { staff_id }) },
    signal,
  });
  return results[0] ?? null;
}

/** A MANAGER is shown the shifts of all: theirs is known by their membership. A CLERK sees only their own. */
async function membershipId(signal: AbortSignal): Promise<number | undefined> {
  const { results } = await api.get('/api/operator/staff', { query: { limit: 100 }, signal });
  return results.find(({ user_id }) => user_id === session.user.value?.id)?.id;
}

import type { Owners } from '../../core/companies/owners.ts';
import type { State } from './state.ts';

export const memoryOwners = (state: State): Owners => ({
  of: async (operatorId) =>
    [...state.staff.values()]
      .filter((one) => one.operatorId === operatorId && one.position === 'OWNER')
      .flatMap(({ userId }) => {
        const user = userId === null ? undefined : state.users.get(userId);
        return user?.status === 'ACTIVE' && user.email !== null ? [{ fullName: user.fullName, email: user.email }] : [];
      }),
});

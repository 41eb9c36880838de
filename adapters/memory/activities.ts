import type { ActivityLog } from '../../core/bookings/ports.ts';
import type { State } from './state.ts';

export const memoryActivities = (state: State): ActivityLog => ({
  async add(activity, at) {
    state.activities.push({ ...activity, at });
  },

  of: async (booking) => state.activities.filter(({ bookingId }) => bookingId === booking),
});

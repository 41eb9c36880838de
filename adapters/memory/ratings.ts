import type { RatingRepo } from '../../core/bookings/rating.ts';
import type { State } from './state.ts';

export const memoryRatings = (state: State): RatingRepo => ({
  async add(rating, at) {
    if (state.ratings.has(rating.bookingId)) return false;
    const operator = state.operators.get(rating.operatorId);
    if (!operator) throw new Error(`There is no operator ${rating.operatorId}.`);
    state.ratings.set(rating.bookingId, { ...rating, at });
    operator.ratingSum += rating.stars;
    operator.ratingCount += 1;
    return true;
  },

  async find(booking) {
    const found = state.ratings.get(booking);
    if (!found) return undefined;
    const { at: _at, ...rating } = found;
    return rating;
  },
});

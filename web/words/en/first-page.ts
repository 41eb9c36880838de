import { search } from './passenger/search.ts';

export const en = {
  navigation: { bookings: 'Bookings', profile: 'Profile', signIn: 'Sign in' },
  search,
};

import type { Translated } from '../dictionary.ts';
import type { en } from '../en/first-page.ts';
import { search } from './passenger/search.ts';

export const ne: Translated<typeof en> = {
  navigation: { bookings: 'बुकिङ', profile: 'प्रोफाइल', signIn: 'साइन इन' },
  search,
};

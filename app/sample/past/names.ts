import type { Draws } from './draws.ts';

/* Invented people of the sample. */

const WOMEN = ['Anju', 'Bimala', 'Devi', 'Gita', 'Kabita', 'Laxmi', 'Manju', 'Nirmala', 'Pratima', 'Rekha', 'Sabina'];
const MEN = ['Arjun', 'Bikash', 'Dipak', 'Ganesh', 'Hari', 'Kiran', 'Milan', 'Nabin', 'Prakash', 'Rajesh', 'Suman'];
const FAMILIES = [
  ...['Adhikari', 'Basnet', 'Chaudhary', 'Dahal', 'Ghimire', 'Gurung', 'Joshi', 'Karki', 'Khadka', 'Lama', 'Limbu'],
  ...['Magar', 'Maharjan', 'Neupane', 'Pandey', 'Rai', 'Sapkota', 'Shakya', 'Sherpa', 'Tamang', 'Thapa', 'Yadav'],
];

export interface Person {
  readonly name: string;
  readonly age: number;
  readonly gender: 'F' | 'M';
}

/** Makes up a person. `family` sets the family name. */
export function somebody(draws: Draws, family = draws.pick(FAMILIES)): Person {
  const gender = draws.pick(['F', 'M'] as const);
  const first = draws.pick(gender === 'F' ? WOMEN : MEN);
  return { name: `${first} ${family}`, age: draws.between(7, 68), gender };
}

export const familyOf = (name: string): string => name.split(' ').at(-1) ?? name;

/** Makes up a mobile phone number: `98` and eight digits. */
export const phoneNumber = (draws: Draws): string => `98${String(draws.between(0, 99_999_999)).padStart(8, '0')}`;

export const REVIEWS: readonly { readonly stars: number; readonly review: string; readonly issue?: string }[] = [
  { stars: 5, review: 'Left on time, clean seats, careful driver.' },
  { stars: 5, review: 'राम्रो सेवा, समयमै पुग्यो।' },
  { stars: 4, review: 'Good bus. The lunch stop was long.' },
  { stars: 4, review: '' },
  { stars: 5, review: 'The conductor helped with my mother’s bags. Thank you!' },
  { stars: 3, review: 'Forty minutes late because of the road at Krishnabhir.' },
  { stars: 4, review: 'सिट आरामदायी थियो।' },
  { stars: 2, review: 'The charger at my seat did not work.', issue: 'No power at the seat.' },
];

import type { Schemas } from '../../api/operations.ts';

/** A kind of passengers for whom a company keeps seats. */
export type KeptFor = NonNullable<Schemas['Seat']['kept_for']>;

type Traveller = Pick<Schemas['BookingSeat'], 'passenger_gender' | 'passenger_age'>;

/** The age from which passengers may have seats that are kept for elderly people. */
const ELDERLY_AGE = 60;

/**
 * The kinds of kept seats that the passengers of a booking may have. A disability is asserted always, because pages
 * cannot read it. The change itself is refused if it is not so.
 */
export const kindsFor = (travellers: readonly Traveller[]): readonly KeptFor[] => [
  ...(travellers.some(({ passenger_gender: gender }) => gender === 'F' || gender === 'O') ? ['WOMEN' as const] : []),
  'DISABLED',
  ...(travellers.some(({ passenger_age: age }) => age !== null && age >= ELDERLY_AGE) ? ['ELDERLY' as const] : []),
];

/** A passenger's details, as typed. */
export interface Traveller {
  readonly name: string;
  readonly age: string;
  readonly gender: '' | 'F' | 'M' | 'O';
}

import { randomInt } from 'node:crypto';

export const DIGITS = '0123456789';
export const CAPITALS = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
export const LETTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz`;

export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

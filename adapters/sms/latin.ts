import { withoutInvisible } from '../../core/kernel/folding.ts';
import { isGsm } from '../../core/platform/sms-parts.ts';
import { NEPALI_PLACES } from '../language/places.ts';

/** Spells the nasal sound in one way. People write काठमाडौं with either of two signs: anusvara or chandrabindu. */
const oneNasal = (name: string): string => name.normalize('NFC').replaceAll('ँ', 'ं').trim();

const LATIN_PLACES = new Map(Object.entries(NEPALI_PLACES).map(([latin, nepali]) => [oneNasal(nepali), latin]));

/** Signs that typographers use, with the sign of a plain keyboard. The first match counts. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  // NFKC has split the double prime into two primes.
  [/\u2032\u2032/gu, '"'],
  [/[‘’‚‛‹›`\u2032]/gu, "'"],
  [/[\p{Pi}\p{Pf}„]/gu, '"'],
  [/[\p{Pd}\u2212]/gu, '-'],
  [/\s/gu, ' '],
];

/** Writes quotation marks, dashes and blanks as a plain keyboard does. Drops invisible characters. */
const plainSigns = (name: string): string =>
  SIGNS.reduce((text, [sign, plain]) => text.replace(sign, plain), withoutInvisible(name.normalize('NFKC')));

const withoutMarks = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Writes a name in letters that a Latin SMS may contain. Keeps the name, takes its known Latin form, or drops its
 * accents. Empty if no such form exists.
 */
export function latinOf(typed: string): string {
  if (isGsm(typed)) return typed;
  const name = plainSigns(typed);
  if (isGsm(name)) return name;
  const known = LATIN_PLACES.get(oneNasal(name)) ?? withoutMarks(name);
  return isGsm(known) ? known : '';
}

/** The Nepali spelling of a place. Keeps the name if no Nepali spelling is known. */
export const nepaliPlace = (name: string): string => NEPALI_PLACES[name] ?? name;

import { isGsm } from '../../core/platform/sms-parts.ts';
import { NEPALI_PLACES } from '../language/places.ts';

/** Normalises the nasal of काठमाडौं, which people write with a dot or with a moon. */
const oneNasal = (name: string): string => name.normalize('NFC').replaceAll('ँ', 'ं').trim();

const LATIN_PLACES = new Map(Object.entries(NEPALI_PLACES).map(([latin, nepali]) => [oneNasal(nepali), latin]));

const withoutMarks = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * A name in letters that a Latin text may contain: unchanged, in its known Latin form, or without its accents. Empty if
 * there is no such form.
 */
export function latinOf(name: string): string {
  if (isGsm(name)) return name;
  const known = LATIN_PLACES.get(oneNasal(name)) ?? withoutMarks(name);
  return isGsm(known) ? known : '';
}

/** A place in Nepali letters, if its Nepali form is known. */
export const nepaliPlace = (name: string): string => NEPALI_PLACES[name] ?? name;

import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../core/kernel/refusal.ts';
import type { Section } from '../../../core/trips/sections.ts';
import { text } from '../route/fields.ts';

/* The section of a trip (from one stop to a later one) that a caller chooses. Missing stops mean the whole trip. */

const FROM =
  'Gives the number of the stop where passengers get on, from 0. Send it together with `to_stop`. Without both, the section is the whole road.';
const TO = 'Gives the number of the stop where passengers get off.';

/** Fields of a request's body that name a section of a trip. */
export const sectionBody = {
  from_stop: Type.Optional(Type.Integer({ description: FROM, examples: [0] })),
  to_stop: Type.Optional(Type.Integer({ description: TO, examples: [1] })),
};

/** Fields of a query that name a section of a trip. */
export const sectionQuery = {
  from_stop: text({ description: FROM, examples: ['0'] }),
  to_stop: text({ description: TO, examples: ['1'] }),
};

interface GivenSection {
  readonly from_stop?: number | undefined;
  readonly to_stop?: number | undefined;
}

/**
 * The section that a request's body names; undefined for the whole trip. `prefix` is put before the field names in
 * errors, as in `blocks[0].`.
 */
export function givenSection({ from_stop: from, to_stop: to }: GivenSection, prefix = ''): Section | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined) throw missing(`${prefix}from_stop`, 'to_stop');
  if (to === undefined) throw missing(`${prefix}to_stop`, 'from_stop');
  return { from: inRange(from), to: inRange(to) };
}

/** A stop's number beyond that of any road. */
const BEYOND = 1_000;

/** Brings a stop's number beyond every road into a range that the databases can store. It stays beyond every road. */
const inRange = (stop: number): number => Math.min(Math.max(stop, -1), BEYOND);

const missing = (field: string, other: string) => invalidField(field, `${field} is required with ${other}.`);

/** The section that a query names; undefined for the whole trip. */
export const sectionInQuery = (query: Readonly<Record<'from_stop' | 'to_stop', string>>): Section | undefined =>
  givenSection({ from_stop: numberIn(query, 'from_stop'), to_stop: numberIn(query, 'to_stop') });

const WHOLE_NUMBER = /^[+-]?[0-9]+$/;

function numberIn(
  query: Readonly<Record<'from_stop' | 'to_stop', string>>,
  name: 'from_stop' | 'to_stop',
): number | undefined {
  const given = query[name];
  if (given === '') return undefined;
  if (!WHOLE_NUMBER.test(given)) throw invalidField(name, `${name} must be a whole number.`);
  return Number(given);
}

import { invalidField } from '../kernel/refusal.ts';
import type { AgentCaller } from './caller.ts';

const LONGEST_HOLDER = 40;
const LONGEST_REFERENCE = 64;

/**
 * The name under which an agent's customer holds seats. Without a name, the calling key or person is one customer, whom
 * no given name equals.
 */
export function holderOf({ by }: AgentCaller, given: string | undefined): string {
  if (given === undefined) return 'keyId' in by ? `key ${by.keyId}` : `person ${by.userId}`;
  return `named ${printable(given, 'holder', LONGEST_HOLDER)}`;
}

/** The agent's own reference of a sale. References are compared byte by byte. */
export const referenceOf = (given: string): string => printable(given, 'reference', LONGEST_REFERENCE);

const PRINTABLE = /^[ -~]+$/;

function printable(given: string, field: string, longest: number): string {
  const text = given.trim();
  if (!PRINTABLE.test(text) || text.length > longest)
    throw invalidField(field, `${field} must have 1 to ${longest} printable ASCII characters.`);
  return text;
}

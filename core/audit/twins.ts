import type { Warning } from './finding.ts';

/**
 * A city, bus or seat whose name differs from another's in spelling alone. Earlier versions allowed such names. A bus
 * is compared with the company's buses and, once APPROVED, with all APPROVED ones. A seat is compared with those of its
 * bus.
 */
export interface Twin {
  readonly kind: 'city' | 'bus' | 'seat';
  readonly id: number;
  readonly name: string;
  readonly of: { readonly id: number; readonly name: string };
}

export interface TwinReader {
  /** Cities, buses, then seats with such names, each ordered by id. */
  twins(): Promise<readonly Twin[]>;
}

export const twinWarning = ({ kind, id, name, of }: Twin): Warning => ({
  row: `${kind} ${id}`,
  says: `${JSON.stringify(name)} differs in spelling alone from ${JSON.stringify(of.name)} (${kind} ${of.id}): rename one of them`,
});

/** The kinds of owners that hear events: a company, an agent, or the platform, for which administrators act. */
export const OWNER_KINDS = ['OPERATOR', 'AGENT', 'PLATFORM'] as const;

export type OwnerKind = (typeof OWNER_KINDS)[number];

/** The owner of endpoints and of a list of events. `id` is that of the company or the agent. */
export interface Owner {
  readonly kind: OwnerKind;
  readonly id: number;
}

export const PLATFORM: Owner = { kind: 'PLATFORM', id: 0 };

export const companyAs = (id: number): Owner => ({ kind: 'OPERATOR', id });

export const agentAs = (id: number): Owner => ({ kind: 'AGENT', id });

/** A text that differs for each owner. */
export const nameOfOwner = ({ kind, id }: Owner): string => `${kind} ${id}`;

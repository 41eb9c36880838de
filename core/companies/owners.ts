import type { OperatorId } from '../kernel/ids.ts';

/** An owner of a company, as mails address them. */
export interface Owner {
  readonly fullName: string;
  readonly email: string;
}

/** Owners who get mails about their company: OWNERs who have joined and may sign in. */
export interface Owners {
  of(operatorId: OperatorId): Promise<readonly Owner[]>;
}

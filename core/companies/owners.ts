import type { OperatorId } from '../kernel/ids.ts';

/** An OWNER of a company, with the name and address for mails. */
export interface Owner {
  readonly fullName: string;
  readonly email: string;
}

/** Finds the OWNERs who get mails about their company: those who have joined and may sign in. */
export interface Owners {
  of(operatorId: OperatorId): Promise<readonly Owner[]>;
}

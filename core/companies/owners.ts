import type { OperatorId } from '../kernel/ids.ts';

/** Somebody who owns a company, as mails address them. */
export interface Owner {
  readonly fullName: string;
  readonly email: string;
}

/** Who is told of what concerns a whole company: its OWNERs who have joined and may sign in. */
export interface Owners {
  of(operatorId: OperatorId): Promise<readonly Owner[]>;
}

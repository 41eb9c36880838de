import type { OperatorId, UserId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import type { EndsAgentHolds } from './agent-holds.ts';
import { type Company, type CompanyTerms, loggedCompany, touchTerms } from './company.ts';
import { companyUnknown, reasonMissing } from './refusals.ts';
import { findCompany } from './view-companies.ts';
import { type ListedCompany } from './ports.ts';
import type { CompanyStores, CompanyWorld } from './world.ts';

export interface NewTerms extends Partial<CompanyTerms> {
  /** The reason for the change; empty if there is none. An administrator who suspends a company must give one. */
  readonly reason?: string;
}

export type ChangeTerms = ReturnType<typeof changeTerms>;

/** Changes a company's terms. The company's staff stay signed in. A SUSPENDED company sells nothing. */
export const changeTerms =
  <Stores extends CompanyStores>({ clock, transact, endAgentHolds }: CompanyWorld<Stores> & EndsAgentHolds<Stores>) =>
  async (admin: UserId, id: OperatorId, { reason = '', ...terms }: NewTerms): Promise<ListedCompany> =>
    transact(async (stores) => {
      const { companies, trail } = stores;
      const before = await companies.lock(id);
      if (!before) throw companyUnknown();
      const after = { ...before, ...terms };
      const changes = changesBetween(loggedCompany(before), loggedCompany(after));
      if (Object.keys(changes).length === 0) return findCompany(stores)(id);
      if ('status' in changes && after.status === 'SUSPENDED' && reason === '') throw reasonMissing();

      const now = clock();
      await companies.save(after);
      if (after.status === 'SUSPENDED') await endAgentHolds(stores, { operatorId: id }, now);
      if (touchTerms(changes)) await companies.keepTerms(id, now);
      await trail.add(
        {
          kind: 'OPERATOR_CHANGED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: id,
          subject: { type: 'operator', id },
          changes,
          description: described(after, 'status' in changes, reason),
        },
        now,
      );
      return findCompany(stores)(id);
    });

/** The description for the activity log: the action, and the reason if there is one. The company can read it, too. */
function described({ companyName, status }: Company, isOtherStatus: boolean, reason: string): string {
  const action = isOtherStatus ? ACTIONS[status] : 'Changed the terms of';
  return reason === '' ? `${action} ${companyName}.` : `${action} ${companyName}: ${reason}`;
}

const ACTIONS: Readonly<Record<Company['status'], string>> = { ACTIVE: 'Reactivated', SUSPENDED: 'Suspended' };

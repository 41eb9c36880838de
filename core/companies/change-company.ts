import { isOperatorEmail, normalEmail } from '../accounts/email-address.ts';
import { changesBetween } from '../platform/trail.ts';
import type { EndsAgentHolds } from './agent-holds.ts';
import type { ForgetsPositions } from './kept-positions.ts';
import { type Company, type CompanyProfile, inOrder, loggedCompany, touchTerms } from './company.ts';
import { lockCompany } from './lock-company.ts';
import { type Member, memberEntry } from './member.ts';
import { badContactEmail, hoursTwice } from './refusals.ts';
import type { CompanyStores, CompanyWorld } from './world.ts';

export type ChangeCompany = ReturnType<typeof changeCompany>;

/** Changes the given fields of a company's profile. */
export const changeCompany =
  <Stores extends CompanyStores>({
    clock,
    transact,
    endAgentHolds,
    forgetPositions,
  }: CompanyWorld<Stores> & EndsAgentHolds<Stores> & ForgetsPositions<Stores>) =>
  async (member: Member, given: Partial<CompanyProfile>): Promise<Company> => {
    const change = checked(given);
    return transact(async (stores) => {
      const { companies, trail } = stores;
      const before = await lockCompany(stores, member, 'OWNER');
      const after = { ...before, ...change };
      const changes = changesBetween(loggedCompany(before), loggedCompany(after));
      if (Object.keys(changes).length === 0) return before;

      const now = clock();
      await companies.save(after);
      if (before.agentsAllowed && !after.agentsAllowed)
        await endAgentHolds(stores, { operatorId: member.operatorId }, now);
      if (before.positions !== 'OFF' && after.positions === 'OFF') await forgetPositions(stores, member.operatorId);
      if (touchTerms(changes)) await companies.keepTerms(member.operatorId, now);
      await trail.add(
        memberEntry(member, {
          kind: 'COMPANY_CHANGED',
          subject: { type: 'operator', id: member.operatorId },
          changes,
          description: `Changed ${after.companyName}.`,
        }),
        now,
      );
      return after;
    });
  };

function checked({ contactEmail, cancellationTiers, changeTiers, ...rest }: Partial<CompanyProfile>) {
  const email = typeof contactEmail === 'string' ? normalEmail(contactEmail) : contactEmail;
  if (typeof email === 'string' && !isOperatorEmail(email)) throw badContactEmail();
  const tiers = cancellationTiers && inOrder(cancellationTiers);
  if (cancellationTiers && !tiers) throw hoursTwice('cancellation_tiers');
  const forChanges = changeTiers && inOrder(changeTiers);
  if (changeTiers && !forChanges) throw hoursTwice('change_tiers');
  return {
    ...rest,
    ...(email !== undefined && { contactEmail: email }),
    ...(tiers !== undefined && { cancellationTiers: tiers }),
    ...(forChanges !== undefined && { changeTiers: forChanges }),
  };
}

import { isOperatorEmail, normalEmail } from '../accounts/account.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { type Trail, changesBetween } from '../platform/trail.ts';
import { inOrder } from './cancellation-tiers.ts';
import { type Company, type CompanyProfile, loggedCompany } from './company.ts';
import { lockCompany } from './lock-company.ts';
import type { Member } from './member.ts';
import { memberEntry } from './member-trail.ts';
import type { CompanyRepo, StaffRepo } from './ports.ts';
import { badContactEmail, hoursTwice } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{
    readonly companies: CompanyRepo;
    readonly staff: StaffRepo;
    readonly trail: Trail;
  }>;
}

export type ChangeCompany = ReturnType<typeof changeCompany>;

/** Changes the given fields of a company's profile. */
export const changeCompany =
  ({ clock, transact }: Needs) =>
  async (member: Member, given: Partial<CompanyProfile>): Promise<Company> => {
    const change = checked(given);
    return transact(async ({ companies, staff, trail }) => {
      const before = await lockCompany({ companies, staff }, member, 'OWNER');
      const after = { ...before, ...change };
      const changes = changesBetween(loggedCompany(before), loggedCompany(after));
      if (Object.keys(changes).length === 0) return before;

      await companies.save(after);
      await trail.add(
        memberEntry(member, {
          kind: 'COMPANY_CHANGED',
          subject: { type: 'operator', id: member.operatorId },
          changes,
          description: `Changed ${after.companyName}.`,
        }),
        clock(),
      );
      return after;
    });
  };

function checked({ contactEmail, cancellationTiers, ...rest }: Partial<CompanyProfile>) {
  const email = typeof contactEmail === 'string' ? normalEmail(contactEmail) : contactEmail;
  if (typeof email === 'string' && !isOperatorEmail(email)) throw badContactEmail();
  const tiers = cancellationTiers && inOrder(cancellationTiers);
  if (cancellationTiers && !tiers) throw hoursTwice();
  return {
    ...rest,
    ...(email !== undefined && { contactEmail: email }),
    ...(tiers !== undefined && { cancellationTiers: tiers }),
  };
}

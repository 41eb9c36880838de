import { adminOperatorRoutes } from '../../adapters/http/companies/admin-operators-routes.ts';
import { companyRoutes } from '../../adapters/http/companies/company-routes.ts';
import { invitationRoutes } from '../../adapters/http/companies/invitations-routes.ts';
import { staffRoutes } from '../../adapters/http/companies/staff-routes.ts';
import { endAgentHolds } from '../../core/agents/end-agent-holds.ts';
import { acceptInvitation } from '../../core/companies/accept-invitation.ts';
import { changeCompany } from '../../core/companies/change-company.ts';
import { changePosition } from '../../core/companies/change-position.ts';
import { changeTerms } from '../../core/companies/change-terms.ts';
import { inviteStaff } from '../../core/companies/invite-staff.ts';
import { findStaff, listStaff } from '../../core/companies/list-staff.ts';
import { removeStaff } from '../../core/companies/remove-staff.ts';
import { findCompany } from '../../core/companies/view-companies.ts';
import { viewCompany } from '../../core/companies/view-company.ts';
import { forgetPositions } from '../../core/road/take-points.ts';
import type { Dependencies } from '../dependencies.ts';

export const companiesUseCases = (dependencies: Dependencies) => ({
  viewCompany: viewCompany(dependencies),
  changeCompany: changeCompany({ ...dependencies, endAgentHolds, forgetPositions }),
  changeTerms: changeTerms({ ...dependencies, endAgentHolds }),
  listStaff: listStaff(dependencies),
  findStaff: findStaff(dependencies),
  inviteStaff: inviteStaff(dependencies),
  acceptInvitation: acceptInvitation(dependencies),
  changePosition: changePosition(dependencies),
  removeStaff: removeStaff(dependencies),
  findCompany: findCompany(dependencies),
});

export type CompaniesUseCases = ReturnType<typeof companiesUseCases>;

export const companiesRoutes = (useCases: CompaniesUseCases, dependencies: Dependencies) => [
  ...invitationRoutes(useCases),
  ...companyRoutes(useCases),
  ...staffRoutes(useCases, dependencies),
  ...adminOperatorRoutes({ ...useCases, ...dependencies }),
];

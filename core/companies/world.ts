import type { StringSigner } from '../accounts/crypto-ports.ts';
import type { AccountStores, AccountWorld } from '../accounts/world.ts';
import type { Owners } from './owners.ts';
import type {
  AgentsWithStaff,
  CompanyDirectory,
  CompanyRepo,
  CompanyUsage,
  CompanyViews,
  DevicesOfStaff,
  PlatformTermsRepo,
  SentInvitations,
  StaffRepo,
} from './ports.ts';
import type { Quotas } from './quotas.ts';
import type { InvitationToken } from './staff.ts';

/** The stores of one transaction: those of the area `companies` and of the areas below it. */
export interface CompanyStores extends AccountStores {
  readonly companies: CompanyRepo;
  readonly platformTerms: PlatformTermsRepo;
  readonly staff: StaffRepo;
  readonly sentInvitations: SentInvitations;
  readonly usage: CompanyUsage;
  readonly owners: Owners;
  readonly companyDirectory: Pick<CompanyDirectory, 'find'>;
  /** The area `agents` implements this store. */
  readonly agents: AgentsWithStaff;
  /** The area `boarding` implements this store. */
  readonly crewDevices: DevicesOfStaff;
}

/** The dependencies of use cases of the area `companies`. */
export interface CompanyWorld<Stores extends CompanyStores = CompanyStores> extends AccountWorld<Stores> {
  readonly companies: CompanyViews;
  readonly companyDirectory: CompanyDirectory;
  readonly invitationTokens: StringSigner<InvitationToken>;
  readonly operatorPortalBase: string;
  readonly quotas: Quotas;
}

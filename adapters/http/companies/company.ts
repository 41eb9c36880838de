import { Type } from '@sinclair/typebox';
import { type Position, POSITIONS } from '../../../core/accounts/membership.ts';
import {
  type Company,
  POSITION_MODES,
  type PositionMode,
  percentOf,
  toldTiers,
} from '../../../core/companies/company.ts';
import type { ListedMember, StaffMember } from '../../../core/companies/staff.ts';
import { tierResponse } from './tier.ts';
import { emailAddress, isoOrNull, moment, nullable } from '../route/fields.ts';

export const position = Type.Unsafe<Position>({
  type: 'string',
  enum: POSITIONS,
  description:
    'Names the position in the staff: OWNER, MANAGER, CLERK or CONDUCTOR. Each may do what those after it may. Agents have no conductors.',
});

/** A company, as its own staff and administrators see it. */
export const companyFields = {
  id: Type.Integer({ examples: [3] }),
  company_name: Type.String({ examples: ['Blue Sky Travels'] }),
  contact_phone: nullable(Type.String({ examples: ['01-4411223'] })),
  contact_email: nullable(emailAddress({ examples: ['office@example.com'] })),
  address: nullable(Type.String({ examples: ['Kalanki, Kathmandu'] })),
  pan_no: nullable(Type.String({ examples: ['123456789'] })),
  status: Type.Unsafe<Company['status']>({
    type: 'string',
    enum: ['ACTIVE', 'SUSPENDED'],
    description: 'Gives the status of the company. A SUSPENDED company sells nothing, and its staff may only read.',
  }),
  commission_rate: nullable(
    Type.Number({
      description:
        'Gives the commission of the platform, in percent of the price; null means the usual rate of the platform.',
      examples: [7.5],
    }),
  ),
  cancellation_tiers: nullable(
    Type.Array(tierResponse, {
      description: 'Lists the fees for cancelling a booking with the company; null means those of the platform.',
    }),
  ),
  change_tiers: nullable(
    Type.Array(tierResponse, {
      description: 'Lists the fees for a change to another trip; null means those of the platform.',
    }),
  ),
  blind_count: Type.Boolean({
    description:
      'Is true if clerks count their till without seeing the sums of their open shift; false if they see them.',
    examples: [false],
  }),
  agents_allowed: Type.Boolean({
    description: 'Is true while agents may sell for the company, except those that it refuses; false if no agent may.',
    examples: [true],
  }),
  kept_until_hours: nullable(
    Type.Integer({
      description:
        'Gives the number of hours before the departure from which on anybody gets a seat that is kept for certain passengers; null means that of the platform.',
      examples: [12],
    }),
  ),
  positions: Type.Unsafe<PositionMode>({
    type: 'string',
    enum: POSITION_MODES,
    description:
      'Says who sees where the buses are: everybody (PUBLIC), holders of tickets alone (TICKETS), or nobody (OFF), as no points are kept.',
  }),
};

export const toCompanyFields = (company: Company) => ({
  id: company.id,
  company_name: company.companyName,
  contact_phone: company.contactPhone,
  contact_email: company.contactEmail,
  address: company.address,
  pan_no: company.panNo,
  status: company.status,
  commission_rate: company.commissionRate === null ? null : percentOf(company.commissionRate),
  cancellation_tiers: company.cancellationTiers && toldTiers(company.cancellationTiers),
  change_tiers: company.changeTiers && toldTiers(company.changeTiers),
  blind_count: company.blindCount,
  agents_allowed: company.agentsAllowed,
  kept_until_hours: company.keptUntilHours,
  positions: company.positions,
});

/** A member of the staff of a company or an agent. */
export const staffResponse = Type.Object(
  {
    id: Type.Integer({
      description: 'Identifies the membership, which exists from the invitation on.',
      examples: [12],
    }),
    user_id: nullable(
      Type.Integer({
        description: "Identifies the member's account; null as long as they are only invited.",
        examples: [7],
      }),
    ),
    full_name: Type.String({ examples: ['Ram Thapa'] }),
    email: emailAddress({ examples: ['ram@example.com'] }),
    phone: nullable(Type.String({ examples: ['9812345678'] })),
    position,
    status: Type.Unsafe<StaffMember['status']>({ type: 'string', enum: ['INVITED', 'ACTIVE'] }),
    invited_at: nullable(moment({ description: 'Tells when the member was invited; null if they were not.' })),
    joined_at: nullable(
      moment({ description: 'Tells when the member joined; null as long as they are only invited.' }),
    ),
  },
  { title: 'StaffMember' },
);

export const toStaffResponse = (member: StaffMember) => ({
  id: member.id,
  user_id: member.userId,
  full_name: member.fullName,
  email: member.email,
  phone: member.phone,
  position: member.position,
  status: member.status,
  invited_at: isoOrNull(member.invitedAt),
  joined_at: isoOrNull(member.joinedAt),
});

/** A member in the list of staff, with the number of the member's devices. */
export const listedStaffResponse = Type.Object(
  {
    ...staffResponse.properties,
    devices: Type.Integer({
      description: 'Counts the devices of the crew that the member has added and that are not revoked.',
      examples: [1],
    }),
  },
  { title: 'ListedStaffMember' },
);

export const toListedStaffResponse = (member: ListedMember) => ({
  ...toStaffResponse(member),
  devices: member.devices,
});

import type { AgentPosition, CompanyStatus, Position } from '../../../core/accounts/membership.ts';
import type { Company, PositionMode, RefundTier } from '../../../core/companies/company.ts';
import type { CompanyRepo, CompanyViews, KnownMember, StaffRepo } from '../../../core/companies/ports.ts';
import type { Employer } from '../../../core/companies/employer.ts';
import type { StaffMember } from '../../../core/companies/staff.ts';
import type { AgentId, OperatorId, StaffId, UserId } from '../../../core/kernel/ids.ts';
import type { BasisPoints } from '../../../core/kernel/money.ts';
import { folded } from '../../../core/kernel/folding.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, forShare, forUpdate, fragment, raw } from '../engine/sql.ts';

export interface CompanyRow {
  readonly id: OperatorId;
  readonly company_name: string;
  readonly contact_phone: string | null;
  readonly contact_email: string | null;
  readonly address: string | null;
  readonly pan_no: string | null;
  readonly status: CompanyStatus;
  readonly commission_rate_bp: BasisPoints | null;
  readonly cancellation_tiers: string | null;
  readonly change_tiers: string | null;
  readonly blind_count: boolean;
  readonly agents_allowed: boolean;
  readonly kept_until_hours: number | null;
  readonly positions: PositionMode;
  readonly created_at: Instant;
}

export const COMPANY_COLUMNS = raw(`
  operators.id, operators.company_name, operators.contact_phone, operators.contact_email, operators.address, operators.pan_no,
  operators.status, operators.commission_rate_bp, operators.cancellation_tiers, operators.change_tiers,
  operators.blind_count, operators.agents_allowed, operators.kept_until_hours, operators.positions,
  operators.created_at`);

export const toCompany = (row: CompanyRow): Company => ({
  id: row.id,
  companyName: row.company_name,
  contactPhone: row.contact_phone,
  contactEmail: row.contact_email,
  address: row.address,
  panNo: row.pan_no,
  status: row.status,
  commissionRate: row.commission_rate_bp,
  cancellationTiers: toTiers(row.cancellation_tiers),
  changeTiers: toTiers(row.change_tiers),
  blindCount: row.blind_count,
  agentsAllowed: row.agents_allowed,
  keptUntilHours: row.kept_until_hours,
  positions: row.positions,
  createdAt: row.created_at,
});

/** Parses cancellation tiers from a column, which stores the core's type as JSON. */
export const toTiers = (written: string | null): readonly RefundTier[] | null =>
  written === null ? null : (JSON.parse(written) as readonly RefundTier[]);
export const fromTiers = (tiers: readonly RefundTier[] | null): string | null => tiers && JSON.stringify(tiers);

async function findCompany(sql: Sql, id: OperatorId, lock = raw('')): Promise<Company | undefined> {
  const row = await sql.one<CompanyRow>`
    select ${COMPANY_COLUMNS} from operators where id = ${id} ${lock}`;
  return row && toCompany(row);
}

/** Stores companies in `operators`. While a company is locked, inserts that refer to it wait, such as a new bus. */
export const knexCompanies = (sql: Sql): CompanyRepo => ({
  find: (id) => findCompany(sql, id),
  lock: (id) => findCompany(sql, id, forUpdate(sql)),
  share: (id) => findCompany(sql, id, forShare(sql)),

  async save({ id, companyName, contactPhone, contactEmail, address, panNo, status, commissionRate, ...rest }) {
    await sql.changes`
      update operators set company_name = ${companyName}, name_key = ${folded(companyName)}, contact_phone = ${contactPhone},
        contact_email = ${contactEmail}, address = ${address}, pan_no = ${panNo}, status = ${status},
        commission_rate_bp = ${commissionRate}, cancellation_tiers = ${fromTiers(rest.cancellationTiers)},
        change_tiers = ${fromTiers(rest.changeTiers)}, blind_count = ${rest.blindCount},
        agents_allowed = ${rest.agentsAllowed}, kept_until_hours = ${rest.keptUntilHours}, positions = ${rest.positions}
      where id = ${id}`;
    const isActive = status === 'ACTIVE';
    await sql.changes`update buses set company_active = ${isActive} where operator_id = ${id} and company_active <> ${isActive}`;
  },

  async keepTerms(id, at) {
    await sql.changes`
      insert into company_terms (operator_id, since, commission_rate_bp, cancellation_tiers)
      select id, cast(${at} as bigint), commission_rate_bp, cancellation_tiers from operators where id = ${id}
      on conflict (operator_id, since) do update set commission_rate_bp = excluded.commission_rate_bp,
        cancellation_tiers = excluded.cancellation_tiers`;
  },

  hasBus: async (id) => (await sql.one`select 1 as found from buses where operator_id = ${id} limit 1`) !== undefined,
});

interface StaffRow {
  readonly id: StaffId;
  readonly user_id: UserId | null;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly position: Position;
  readonly status: StaffMember['status'];
  readonly invited_at: Instant | null;
  readonly joined_at: Instant | null;
  readonly gave_role: boolean;
  readonly created_account: boolean;
}

interface ListedRow extends StaffRow {
  readonly devices: number;
}

/** A member's name and phone number are read from the account, where people change them. */
const STAFF_COLUMNS = raw(`
  staff.id, staff.user_id, coalesce(users.full_name, staff.full_name) as full_name, coalesce(users.email, staff.email) as email,
  case when users.id is null then staff.phone else users.phone end as phone,
  staff.position, staff.status, staff.invited_at, staff.joined_at, staff.gave_role, staff.created_account`);

const toMember = (row: StaffRow): KnownMember => ({
  id: row.id,
  userId: row.user_id,
  fullName: row.full_name,
  email: row.email,
  phone: row.phone,
  position: row.position,
  status: row.status,
  invitedAt: row.invited_at,
  joinedAt: row.joined_at,
  gaveRole: row.gave_role,
  createdAccount: row.created_account,
});

/** Condition for active members, and for invitations that can still be accepted. */
const isThere = (now: Instant): Fragment => fragment`(staff.status = 'ACTIVE' or staff.invitation_expires_at > ${now})`;

interface EmployerRow {
  readonly operator_id: OperatorId | null;
  readonly agent_id: AgentId | null;
}

/** A row belongs to a company or to an agent, as a check of the schema says. */
const employerOf = ({ operator_id: operatorId, agent_id: agentId }: EmployerRow): Employer =>
  operatorId === null ? { agentId: agentId as AgentId } : { operatorId };

/** The values of the columns `operator_id` and `agent_id` for an employer. */
export const employerValues = (employer: Employer): Fragment =>
  'operatorId' in employer ? fragment`${employer.operatorId}, null` : fragment`null, ${employer.agentId}`;

/** Condition for the staff of an employer. */
const worksFor = (employer: Employer): Fragment =>
  'operatorId' in employer
    ? fragment`staff.operator_id = ${employer.operatorId}`
    : fragment`staff.agent_id = ${employer.agentId}`;

/** Stores members in `staff`: unique by `user_id`, and by the employer and `email` of an invitation. */
export const knexStaff = (sql: Sql): StaffRepo => ({
  async find(employer, id, now) {
    const row = await sql.one<StaffRow>`
      select ${STAFF_COLUMNS} from staff left join users on users.id = staff.user_id
      where staff.id = ${id} and ${worksFor(employer)} and ${isThere(now)}`;
    return row && toMember(row);
  },

  async ofUser(id) {
    const row = await sql.one<{ id: StaffId; operator_id: OperatorId | null; position: Position }>`
      select id, operator_id, position from staff where user_id = ${id}`;
    return row && row.operator_id !== null
      ? { id: row.id, operatorId: row.operator_id, position: row.position }
      : undefined;
  },

  async ofAgentUser(id) {
    const row = await sql.one<{ id: StaffId; agent_id: AgentId | null; position: AgentPosition }>`
      select id, agent_id, position from staff where user_id = ${id}`;
    return row && row.agent_id !== null ? { id: row.id, agentId: row.agent_id, position: row.position } : undefined;
  },

  hasOpenShift: async (operatorId, id) =>
    (await sql.one`
      select 1 as found from shifts where operator_id = ${operatorId} and user_id = ${id} and closed_at is null`) !==
    undefined,

  async owners(employer) {
    const row = await sql.one<{ count: number }>`
      select count(*) as count from staff where ${worksFor(employer)} and position = 'OWNER' and status = 'ACTIVE'`;
    return row?.count ?? 0;
  },

  async count(employer, now) {
    const row = await sql.one<{ count: number }>`
      select count(*) as count from staff where ${worksFor(employer)} and ${isThere(now)}`;
    return row?.count ?? 0;
  },

  async invite({ fullName, email, phone, position, nonce, invitedAt, expiresAt, ...employer }) {
    const row = await sql.one<{ id: StaffId }>`
      insert into staff (operator_id, agent_id, full_name, email, phone, position, status, invited_at, invitation_nonce, invitation_expires_at)
      values (${employerValues(employer)}, ${fullName}, ${email}, ${phone}, ${position}, 'INVITED', ${invitedAt}, ${nonce}, ${expiresAt})
      on conflict do nothing returning id`;
    return row?.id;
  },

  async dropExpired(employer, email, now) {
    await sql.changes`
      delete from staff where (${worksFor(employer)} or email = ${email}) and status = 'INVITED' and invitation_expires_at <= ${now}`;
  },

  async findInvitation(id, now) {
    const row = await sql.one<StaffRow & EmployerRow & { invitation_nonce: string }>`
      select id, operator_id, agent_id, full_name, email, phone, position, invitation_nonce from staff
      where id = ${id} and status = 'INVITED' and invitation_expires_at > ${now}`;
    return (
      row && {
        id: row.id,
        ...employerOf(row),
        fullName: row.full_name,
        email: row.email,
        phone: row.phone,
        position: row.position,
        nonce: row.invitation_nonce,
      }
    );
  },

  async join(id, { userId, joinedAt, gaveRole, createdAccount }) {
    await sql.changes`
      update staff set user_id = ${userId}, status = 'ACTIVE', joined_at = ${joinedAt}, gave_role = ${gaveRole},
        created_account = ${createdAccount}, email = null, invitation_nonce = null, invitation_expires_at = null
      where id = ${id}`;
  },

  async leave(id) {
    await sql.changes`delete from staff where user_id = ${id}`;
  },

  async changePosition(id, position) {
    await sql.changes`update staff set position = ${position} where id = ${id}`;
  },

  async remove(id) {
    await sql.changes`delete from staff where id = ${id}`;
  },

  async endInvitations(email) {
    const rows = await sql.rows<EmployerRow & { id: StaffId; full_name: string }>`
      delete from staff where email = ${email} and status = 'INVITED' returning id, operator_id, agent_id, full_name`;
    return rows.map((row) => ({ ...employerOf(row), id: row.id, fullName: row.full_name }));
  },
});

export const knexCompanyViews = (read: Sql): CompanyViews => ({
  find: (id) => findCompany(read, id),

  async staff(employer, now) {
    const rows = await read.rows<ListedRow>`
      select ${STAFF_COLUMNS}, (
        select count(*) from devices
        where devices.added_by = staff.user_id and devices.operator_id = staff.operator_id and devices.revoked_at is null
      ) as devices
      from staff left join users on users.id = staff.user_id
      where ${worksFor(employer)} and ${isThere(now)}`;
    return rows.map((row) => {
      const { gaveRole: _, createdAccount: __, ...member } = toMember(row);
      return { ...member, devices: row.devices };
    });
  },
});

import type { Company } from '../../core/companies/company.ts';
import type {
  CompanyRepo,
  CompanyUsage,
  CompanyViews,
  KnownMember,
  SentInvitations,
  StaffRepo,
} from '../../core/companies/ports.ts';
import type { CompanyStores } from '../../core/companies/stores.ts';
import type { ListedMember } from '../../core/companies/staff.ts';
import type { ListedCompany } from '../../core/companies/view-companies.ts';
import type { OperatorId, StaffId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { ONCE } from '../../core/trips/planned-trips.ts';
import { type State, type StoredStaff, nextId, put } from './state.ts';

function findCompany(state: State, id: OperatorId): Company | undefined {
  const stored = state.operators.get(id);
  if (!stored) return undefined;
  const { ratingSum: _sum, ratingCount: _count, ...company } = stored;
  return company;
}

export const memoryCompanies = (state: State): CompanyRepo => ({
  find: async (id) => findCompany(state, id),
  lock: async (id) => findCompany(state, id),
  share: async (id) => findCompany(state, id),
  async save(company) {
    const stored = state.operators.get(company.id);
    if (stored) Object.assign(stored, company);
  },
  hasBus: async (id) => [...state.buses.values()].some(({ operatorId }) => operatorId === id),
});

export const memoryCompanyUsage = (state: State): CompanyUsage => {
  const busesOf = (id: OperatorId) => [...state.buses.values()].filter(({ operatorId }) => operatorId === id);
  return {
    isNew: async (id) => !state.approvedCompanies.has(id),
    async recordApproval(ids) {
      for (const id of ids) state.approvedCompanies.add(id);
    },
    buses: async (id) => busesOf(id).length,
    timetables: async (id) => [...state.timetables.values()].filter(({ operatorId }) => operatorId === id).length,
    singleTrips: async (id) => {
      const buses = new Set(busesOf(id).map((bus) => bus.id));
      return [...state.trips.values()].filter(({ busId, key }) => buses.has(busId) && key.startsWith(ONCE)).length;
    },
    devices: async (id) => [...state.crewDevices.values()].filter(({ operatorId }) => operatorId === id).length,
    async documents(id) {
      const buses = new Set(busesOf(id).map((bus) => bus.id));
      const documents = [...state.documents.values()].filter(({ busId }) => buses.has(busId));
      return {
        count: documents.length,
        bytes: documents.reduce((sum, { file }) => sum + (file?.sizeBytes ?? 0), 0),
      };
    },
    invitations: async (id, after) =>
      state.sentInvitations.filter(({ operatorId, at }) => operatorId === id && at > after).length,
  };
};

export const memorySentInvitations = (state: State): SentInvitations => ({
  lockAddress: async () => undefined,
  to: async (email, after) =>
    state.sentInvitations
      .filter((sent) => sent.email === email && sent.at > after)
      .map(({ at }) => at)
      .sort((one, other) => one - other),
  async add(sent, at) {
    state.sentInvitations = [...state.sentInvitations, { ...sent, at }];
  },
  async prune(before, limit) {
    const old = state.sentInvitations.filter(({ at }) => at < before).slice(0, limit);
    state.sentInvitations = state.sentInvitations.filter((sent) => !old.includes(sent));
    return old.length;
  },
});

const isThere = ({ userId, invitation }: StoredStaff, now: Instant): boolean =>
  userId !== null || (invitation !== null && invitation.expiresAt > now);

function toMember(state: State, stored: StoredStaff): KnownMember {
  const { id, userId, position, invitedAt, joinedAt, gaveRole } = stored;
  const { fullName, email, phone } = (userId !== null ? state.users.get(userId) : undefined) ?? stored;
  const status = userId === null ? 'INVITED' : 'ACTIVE';
  return { id, userId, fullName, email: email ?? '', phone, position, status, invitedAt, joinedAt, gaveRole };
}

export function memoryStaff(state: State): StaffRepo {
  const of = (operatorId: OperatorId, now: Instant): readonly StoredStaff[] =>
    [...state.staff.values()].filter((one) => one.operatorId === operatorId && isThere(one, now));
  const change = (id: StaffId, to: Partial<StoredStaff>): void => {
    const stored = state.staff.get(id);
    if (stored) put(state.staff, { ...stored, ...to });
  };
  const removeAll = (goes: (one: StoredStaff) => boolean): void => {
    for (const one of [...state.staff.values()].filter(goes)) state.staff.delete(one.id);
  };

  return {
    async find(operatorId, id, now) {
      const stored = of(operatorId, now).find((one) => one.id === id);
      return stored && toMember(state, stored);
    },
    async ofUser(id) {
      const stored = [...state.staff.values()].find(({ userId }) => userId === id);
      return stored && { id: stored.id, operatorId: stored.operatorId, position: stored.position };
    },
    hasOpenShift: async (operatorId, id) =>
      [...state.shifts.values()].some(
        (shift) => shift.operatorId === operatorId && shift.userId === id && shift.closedAt === null,
      ),
    owners: async (operatorId) =>
      [...state.staff.values()].filter(
        (one) => one.operatorId === operatorId && one.userId !== null && one.position === 'OWNER',
      ).length,
    count: async (operatorId, now) => of(operatorId, now).length,

    async invite({ nonce, expiresAt, ...given }) {
      const { email, operatorId } = given;
      const isThere = [...state.staff.values()].some((one) => one.email === email && one.operatorId === operatorId);
      if (isThere) return undefined;
      const unjoined = { userId: null, joinedAt: null, gaveRole: false };
      return put(state.staff, { id: nextId(state), ...given, ...unjoined, invitation: { nonce, expiresAt } });
    },
    dropExpired: async (operatorId, email, now) =>
      removeAll((one) => !isThere(one, now) && (one.operatorId === operatorId || one.email === email)),
    async findInvitation(id, now) {
      const stored = state.staff.get(id);
      if (!stored?.invitation || !isThere(stored, now)) return undefined;
      const { operatorId, fullName, email, phone, position, invitation } = stored;
      return { id, operatorId, fullName, email, phone, position, nonce: invitation.nonce };
    },
    join: async (id, { createdAccount: _, ...joining }) => change(id, { ...joining, email: '', invitation: null }),
    leave: async (id) => removeAll(({ userId }) => userId === id),
    changePosition: async (id, position) => change(id, { position }),
    remove: async (id) => removeAll((one) => one.id === id),
    async endInvitations(email) {
      const ended = [...state.staff.values()].filter((one) => one.email === email && one.invitation !== null);
      for (const { id } of ended) state.staff.delete(id);
      return ended.map(({ id, operatorId, fullName }) => ({ id, operatorId, fullName }));
    },
  };
}

export const memoryCompanyViews = (state: State): CompanyViews => ({
  find: async (id) => findCompany(state, id),
  staff: async (operatorId, now) =>
    [...state.staff.values()]
      .filter((one) => one.operatorId === operatorId && isThere(one, now))
      .map((one): ListedMember => {
        const { gaveRole: _, ...member } = toMember(state, one);
        const devices = [...state.crewDevices.values()].filter(
          ({ addedBy, revokedAt, ...device }) =>
            device.operatorId === operatorId && addedBy === one.userId && addedBy !== null && revokedAt === null,
        );
        return { ...member, devices: devices.length };
      }),
});

export const memoryCompanyDirectory = (state: State): CompanyStores['companyDirectory'] => {
  const listedCompany = (company: Company): ListedCompany => {
    const joined = [...state.staff.values()].filter(
      ({ operatorId, userId }) => operatorId === company.id && userId !== null,
    );
    return {
      ...company,
      owners: joined.flatMap(({ position, userId }) => {
        const user = position === 'OWNER' && userId !== null ? state.users.get(userId) : undefined;
        return user ? [{ id: user.id, fullName: user.fullName, email: user.email }] : [];
      }),
      buses: [...state.buses.values()].filter(({ operatorId }) => operatorId === company.id).length,
      staff: joined.length,
    };
  };
  return {
    async find(id) {
      const company = findCompany(state, id);
      return company && listedCompany(company);
    },
  };
};

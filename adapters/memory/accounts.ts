import { type Account, type PhoneGroup, phoneGroupOf } from '../../core/accounts/account.ts';
import type { Attempt, LockoutPolicy } from '../../core/accounts/lockout.ts';
import type { AccountViews, UserRepo } from '../../core/accounts/ports.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { hasSecondFactor } from './second-factors.ts';
import type { CountedAttempts } from './sign-in-state.ts';
import { type State, type StoredOperator, type StoredStaff, type StoredUser, nextId, put } from './state.ts';

const membershipOf = (state: State, id: UserId): StoredStaff | undefined =>
  [...state.staff.values()].find(({ userId }) => userId === id);

const companyOf = (state: State, id: UserId): StoredOperator | undefined => {
  const membership = membershipOf(state, id);
  return membership && state.operators.get(membership.operatorId);
};

function toAccount(state: State, user: StoredUser): Account {
  const { granted, wrongCodes, wrongCodesSince, wrongPasswords, wrongPasswordsSince, ...account } = user;
  const company = companyOf(state, user.id);
  return {
    ...account,
    roles: [...new Set([account.role, ...granted])],
    companyName: company?.companyName ?? null,
    operatorId: company?.id ?? null,
  };
}

function findBy(state: State, matches: (user: StoredUser) => boolean): Account | undefined {
  const user = [...state.users.values()].find(matches);
  return user && toAccount(state, user);
}

const groupOf = ({ role, granted }: StoredUser): PhoneGroup => phoneGroupOf({ role, roles: [...granted] });

/** Statuses of payments whose money has arrived or may have arrived, even if it was refunded later. */
const ARRIVED: readonly string[] = ['AMBIGUOUS', 'COMPLETE', 'FULL_REFUND', 'PARTIAL_REFUND'];

export function memoryUsers(
  state: State,
  { recordChange, manifestChanged }: Pick<TransactionNeeds, 'recordChange' | 'manifestChanged'>,
): UserRepo {
  const change = (id: UserId, work: (user: StoredUser) => void): void => {
    const user = state.users.get(id);
    if (user) work(user);
  };
  const countedWithinADay = (user: StoredUser, now: Instant): number =>
    user.wrongCodesSince !== null && user.wrongCodesSince > hoursAfter(now, -24) ? user.wrongCodes : 0;

  return {
    async add(user) {
      const others = [...state.users.values()];
      if (user.email !== null && others.some(({ email }) => email === user.email)) return 'email taken';
      const group = phoneGroupOf({ ...user, roles: [] });
      if (user.phone !== null && others.some((other) => other.phone === user.phone && groupOf(other) === group))
        return 'phone taken';
      const id = nextId<UserId>(state);
      state.users.set(id, {
        id,
        ...user,
        failedAttempts: 0,
        lockedUntil: null,
        lastLoginAt: null,
        language: null,
        tokenVersion: 0,
        avatar: null,
        granted: new Set(),
        wrongCodes: 0,
        wrongCodesSince: null,
        wrongPasswords: 0,
        wrongPasswordsSince: null,
      });
      return id;
    },

    find: async (id) => findBy(state, (user) => user.id === id),
    findByEmail: async (email) => findBy(state, (user) => user.email === email),
    findByPhone: async (phone, group) => findBy(state, (user) => user.phone === phone && groupOf(user) === group),
    lock: async (id) => findBy(state, (user) => user.id === id),

    async reserveAttempt(id, policy, now) {
      const user = state.users.get(id);
      return user && reserveAttempt(user, policy, now);
    },
    releaseAttempt: async (id, attempt) => change(id, (user) => releaseAttempt(user, attempt)),
    clearAttempts: async (id) =>
      change(id, (user) => {
        clearAttempts(user);
        user.wrongPasswords = 0;
      }),

    async reserveWrongPassword(id, limit, now) {
      const user = state.users.get(id);
      if (!user) return { until: now };
      const { wrongPasswordsSince: since } = user;
      if (since === null || since <= hoursAfter(now, -1)) {
        Object.assign(user, { wrongPasswords: 1, wrongPasswordsSince: now });
        return { number: 1 };
      }
      if (limit !== null && user.wrongPasswords >= limit) return { until: hoursAfter(since, 1) };
      user.wrongPasswords += 1;
      return { number: user.wrongPasswords };
    },
    releaseWrongPassword: async (id) =>
      change(id, (user) => {
        user.wrongPasswords = Math.max(0, user.wrongPasswords - 1);
      }),

    async reserveWrongCode(id, limit, now) {
      const user = state.users.get(id);
      const counted = user && countedWithinADay(user, now);
      if (!user || counted === undefined || counted >= limit) return false;
      user.wrongCodes = counted + 1;
      if (counted === 0) user.wrongCodesSince = now;
      return true;
    },
    releaseWrongCode: async (id) =>
      change(id, (user) => {
        user.wrongCodes = Math.max(0, user.wrongCodes - 1);
      }),
    async wrongCodes(id, now) {
      const user = state.users.get(id);
      return user ? countedWithinADay(user, now) : 0;
    },

    signedIn: async (id, at, language) =>
      change(id, (user) => {
        user.lastLoginAt = at;
        user.language = language ?? user.language;
      }),
    verifyEmail: async (id) =>
      change(id, (user) => {
        user.emailVerified = user.email !== null;
      }),
    async replacePassword(id, from, to) {
      const user = state.users.get(id);
      if (user?.passwordHash !== from) return false;
      user.passwordHash = to;
      user.tokenVersion += 1;
      recordChange({ thing: 'sign-out' });
      return true;
    },
    raiseTokenVersion: async (id) =>
      change(id, (user) => {
        user.tokenVersion += 1;
        recordChange({ thing: 'sign-out' });
      }),
    setStatus: async (id, status) =>
      change(id, (user) => {
        user.status = status;
      }),
    lockActiveAdmins: async () =>
      [...state.users.values()]
        .filter(({ role, status }) => role === 'ADMIN' && status === 'ACTIVE')
        .map(({ id }) => id),
    hadAnotherAdmin: async (id, since) =>
      [...state.users.values()].some(
        (user) =>
          user.role === 'ADMIN' &&
          user.id !== id &&
          (user.status === 'ACTIVE' ||
            state.trail.some(
              ({ kind, subject, at }) =>
                kind === 'USER_SUSPENDED' && subject.type === 'user' && subject.id === user.id && at > since,
            )),
      ),
    administrators: async () =>
      [...state.users.values()]
        .filter(({ role, status }) => role === 'ADMIN' && status === 'ACTIVE')
        .flatMap(({ fullName, email, language }) => (email === null ? [] : [{ fullName, email, language }])),
    async saveProfile(id, { fullName, phone, phoneVerified }) {
      const before = state.users.get(id);
      if (!before) return true;
      const isTaken = (other: StoredUser): boolean =>
        other.phone === phone && other.id !== id && groupOf(other) === groupOf(before);
      if (phone !== null && [...state.users.values()].some(isTaken)) return false;
      if (before.fullName !== fullName || before.phone !== phone) manifestChanged({ of: 'user', id });
      Object.assign(before, { fullName, phone, phoneVerified });
      return true;
    },
    lockPhone: async () => undefined,
    async setEmail(id, { email, emailVerified }) {
      if (email !== null && [...state.users.values()].some((user) => user.email === email && user.id !== id))
        return false;
      change(id, (user) => Object.assign(user, { email, emailVerified }));
      return true;
    },
    hasPaid: async (id) =>
      [...state.payments.values()].some(
        ({ status, bookingId }) => ARRIVED.includes(status) && state.bookings.get(bookingId)?.userId === id,
      ),
    async setAvatar(id, avatar) {
      const before = state.users.get(id)?.avatar ?? null;
      change(id, (user) => {
        user.avatar = avatar;
      });
      return before;
    },

    changeRole: async (id, role) =>
      change(id, (user) => {
        user.role = role;
      }),
    grantRole: async (id, role) => change(id, (user) => user.granted.add(role)),
    revokeRole: async (id, role) => change(id, (user) => user.granted.delete(role)),
    async ensureOperator(id, companyName, now) {
      const user = state.users.get(id);
      if (!user) throw new Error(`There is no user ${id}.`);
      if (user.role !== 'OPERATOR') user.granted.add('OPERATOR');
      const known = companyOf(state, id);
      if (!known) return addCompany(state, id, companyName ?? user.fullName, now);
      const isAlone = [...state.staff.values()].every((one) => one.operatorId !== known.id || one.userId === id);
      if (companyName !== undefined && isAlone) known.companyName = companyName;
      return known.id;
    },
  };
}

function addCompany(state: State, owner: UserId, companyName: string, now: Instant): OperatorId {
  const operatorId = put(state.operators, {
    id: nextId(state),
    companyName,
    contactPhone: null,
    contactEmail: null,
    address: null,
    panNo: null,
    status: 'ACTIVE',
    commissionRate: null,
    cancellationTiers: null,
    changeTiers: null,
    blindCount: false,
    createdAt: now,
    ratingSum: 0,
    ratingCount: 0,
  });
  put(state.staff, {
    id: nextId(state),
    operatorId,
    userId: owner,
    position: 'OWNER',
    fullName: '',
    email: '',
    phone: null,
    invitedAt: null,
    joinedAt: now,
    gaveRole: false,
    invitation: null,
  });
  return operatorId;
}

export const memoryAccountViews = (state: State): AccountViews => ({
  async authState(id) {
    const account = findBy(state, (user) => user.id === id);
    const membership = membershipOf(state, id);
    const company = companyOf(state, id);
    return (
      account && {
        ...account,
        membership: membership &&
          company && { operatorId: company.id, position: membership.position, companyStatus: company.status },
      }
    );
  },
  find: async (id) => findBy(state, (user) => user.id === id),
  hasSecondFactor: async (id) => hasSecondFactor(state, id),
});

export function reserveAttempt(
  counted: CountedAttempts,
  { maxAttempts, minutes }: LockoutPolicy,
  now: Instant,
): Attempt | undefined {
  if (counted.lockedUntil !== null && counted.lockedUntil > now) return undefined;
  counted.failedAttempts = (counted.lockedUntil === null ? counted.failedAttempts : 0) + 1;
  counted.lockedUntil = counted.failedAttempts >= maxAttempts ? minutesAfter(now, minutes) : null;
  return { number: counted.failedAttempts, locksUntil: counted.lockedUntil };
}

export function releaseAttempt(counted: CountedAttempts, { locksUntil }: Attempt): void {
  counted.failedAttempts = Math.max(0, counted.failedAttempts - 1);
  if (counted.lockedUntil === locksUntil) counted.lockedUntil = null;
}

export function clearAttempts(counted: CountedAttempts): void {
  counted.failedAttempts = 0;
  counted.lockedUntil = null;
}

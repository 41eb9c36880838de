import type { Account } from '../../core/accounts/account.ts';
import type { AccountViews, UserRepo } from '../../core/accounts/ports.ts';
import { phoneTaken } from '../../core/accounts/refusals.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { nextId } from './state.ts';
import type { State, StoredOperator, StoredUser } from './state.ts';

const operatorOf = (state: State, id: UserId): StoredOperator | undefined => [...state.operators.values()].find(({ userId }) => userId === id);

function toAccount(state: State, user: StoredUser): Account {
  const { granted, wrongCodes, wrongCodesSince, ...account } = user;
  return { ...account, roles: [...new Set([account.role, ...granted])], companyName: operatorOf(state, user.id)?.companyName ?? null };
}

function findBy(state: State, matches: (user: StoredUser) => boolean): Account | undefined {
  const user = [...state.users.values()].find(matches);
  return user && toAccount(state, user);
}

export function memoryUsers(state: State): UserRepo {
  const change = (id: UserId, work: (user: StoredUser) => void): void => {
    const user = state.users.get(id);
    if (user) work(user);
  };
  const countedWithinADay = (user: StoredUser, now: Instant): number =>
    user.wrongCodesSince !== null && user.wrongCodesSince > hoursAfter(now, -24) ? user.wrongCodes : 0;

  return {
    async add(user) {
      const others = [...state.users.values()];
      if (others.some(({ email }) => email === user.email)) return 'email taken';
      if (user.phone !== null && others.some(({ phone }) => phone === user.phone)) return 'phone taken';
      const id = nextId<UserId>(state);
      state.users.set(id, {
        id, ...user, failedAttempts: 0, lockedUntil: null, lastLoginAt: null, tokenVersion: 0, avatar: null,
        granted: new Set(), wrongCodes: 0, wrongCodesSince: null,
      });
      return id;
    },

    find: async (id) => findBy(state, (user) => user.id === id),
    findByEmail: async (email) => findBy(state, (user) => user.email === email),
    findByPhone: async (phone) => findBy(state, (user) => user.phone === phone),
    lock: async (id) => findBy(state, (user) => user.id === id),

    async reserveAttempt(id, { maxAttempts, minutes }, now) {
      const user = state.users.get(id);
      if (!user || (user.lockedUntil !== null && user.lockedUntil > now)) return undefined;
      user.failedAttempts = (user.lockedUntil === null ? user.failedAttempts : 0) + 1;
      user.lockedUntil = user.failedAttempts >= maxAttempts ? minutesAfter(now, minutes) : null;
      return { number: user.failedAttempts, locksUntil: user.lockedUntil };
    },
    giveAttemptBack: async (id, { locksUntil }) => change(id, (user) => {
      user.failedAttempts = Math.max(0, user.failedAttempts - 1);
      if (user.lockedUntil === locksUntil) user.lockedUntil = null;
    }),
    clearAttempts: async (id) => change(id, (user) => {
      user.failedAttempts = 0;
      user.lockedUntil = null;
    }),

    async reserveWrongCode(id, limit, now) {
      const user = state.users.get(id);
      const counted = user && countedWithinADay(user, now);
      if (!user || counted === undefined || counted >= limit) return false;
      user.wrongCodes = counted + 1;
      if (counted === 0) user.wrongCodesSince = now;
      return true;
    },
    giveWrongCodeBack: async (id) => change(id, (user) => { user.wrongCodes = Math.max(0, user.wrongCodes - 1); }),
    async wrongCodes(id, now) {
      const user = state.users.get(id);
      return user ? countedWithinADay(user, now) : 0;
    },

    signedIn: async (id, at) => change(id, (user) => { user.lastLoginAt = at; }),
    verifyEmail: async (id) => change(id, (user) => { user.emailVerified = true; }),
    async replacePassword(id, from, to) {
      const user = state.users.get(id);
      if (user?.passwordHash !== from) return false;
      user.passwordHash = to;
      user.tokenVersion += 1;
      return true;
    },
    raiseTokenVersion: async (id) => change(id, (user) => { user.tokenVersion += 1; }),
    async saveProfile(id, { fullName, phone }) {
      if (phone !== null && [...state.users.values()].some((user) => user.phone === phone && user.id !== id)) throw phoneTaken();
      change(id, (user) => Object.assign(user, { fullName, phone }));
    },
    async setAvatar(id, avatar) {
      const before = state.users.get(id)?.avatar ?? null;
      change(id, (user) => { user.avatar = avatar; });
      return before;
    },

    grantRole: async (id, role) => change(id, (user) => user.granted.add(role)),
    async ensureOperator(id, companyName) {
      const user = state.users.get(id);
      if (!user) throw new Error(`There is no user ${id}.`);
      if (user.role !== 'OPERATOR') user.granted.add('OPERATOR');
      const known = operatorOf(state, id);
      if (known && companyName !== undefined) known.companyName = companyName;
      if (known) return known.id;
      const operatorId = nextId<OperatorId>(state);
      state.operators.set(operatorId, { id: operatorId, userId: id, companyName: companyName ?? user.fullName, ratingSum: 0, ratingCount: 0 });
      return operatorId;
    },
  };
}

export const memoryAccountViews = (state: State): AccountViews => ({
  standing: async (id) => findBy(state, (user) => user.id === id),
  find: async (id) => findBy(state, (user) => user.id === id),
  operatorOf: async (id) => operatorOf(state, id)?.id,
});

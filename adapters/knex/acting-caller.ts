import { AsyncLocalStorage } from 'node:async_hooks';
import type { UserRepo } from '../../core/accounts/ports.ts';
import type { ActAs, ActingCaller } from '../../core/agents/acting-caller.ts';
import type { AsService } from '../../core/kernel/unit-of-work.ts';
import { knexAccountViews } from './accounts/account-views.ts';
import { knexAgentKeyViews } from './agents/agent-keys.ts';
import { knexCrewDeviceViews } from './boarding/crew-devices-view.ts';
import type { Sql } from './engine/sql.ts';

const callers = new AsyncLocalStorage<ActingCaller | undefined>();

export const actAs: ActAs = (caller, work) => callers.run(caller, work);
export const asService: AsService = (work) => callers.run(undefined, work);

/** Judges a caller by what one transaction reads. */
export interface CallerCheck {
  /** The caller's account; undefined for a device and for an agent's key. */
  readonly userId: ActingCaller['userId'];
  /** Reads the caller and rejects if the caller may no longer act. The statement is sent at once. */
  readonly judge: () => Promise<void>;
  /** The refusal of the caller, even if the work of the transaction caught it. */
  readonly refusal: () => { readonly reason: unknown } | undefined;
}

/**
 * The caller for whom the present work runs; undefined for work of the service itself. Call this before a transaction
 * begins: on SQLite, transactions of several requests run in one commit, in the context of the first.
 */
export const actingCaller = (): ActingCaller | undefined => callers.getStore();

/** The check of a caller in one transaction; undefined without a caller. */
export function callerCheck(sql: Sql, caller: ActingCaller | undefined): CallerCheck | undefined {
  if (!caller) return undefined;
  const views = {
    accounts: knexAccountViews(sql),
    crewDeviceViews: knexCrewDeviceViews(sql),
    agentKeyViews: knexAgentKeyViews(sql),
  };
  let refusal: { readonly reason: unknown } | undefined;
  return {
    userId: caller.userId,
    judge: () =>
      caller.judge(views).catch((reason: unknown) => {
        refusal ??= { reason };
        throw reason;
      }),
    refusal: () => refusal,
  };
}

/**
 * Judges the caller under the lock of the caller's own account row. Whatever changes the account takes that lock first,
 * even if its use case forgot to. Only the first lock judges: nobody else can change the account after it, and the
 * change itself may end the caller's sessions.
 */
export function judgingOwner(users: UserRepo, { userId, judge }: CallerCheck): UserRepo {
  let isJudged = false;
  const lock: UserRepo['lock'] = async (id) => {
    if (id !== userId || isJudged) return users.lock(id);
    isJudged = true;
    // Both statements are sent together. The second sees what the transaction that held the lock has committed.
    const [account] = await Promise.all([users.lock(id), judge()]);
    return account;
  };
  const locked = async <Result>(id: typeof userId, change: () => Promise<Result>): Promise<Result> => {
    if (id === undefined || id !== userId || isJudged) return change();
    const [, changed] = await Promise.all([lock(id), change()]);
    return changed;
  };
  return {
    ...users,
    lock,
    replacePassword: (id, from, to) => locked(id, () => users.replacePassword(id, from, to)),
    raiseTokenVersion: (id) => locked(id, () => users.raiseTokenVersion(id)),
    verifyEmail: (id) => locked(id, () => users.verifyEmail(id)),
    setEmail: (id, email) => locked(id, () => users.setEmail(id, email)),
    saveProfile: (id, profile) => locked(id, () => users.saveProfile(id, profile)),
    setStatus: (id, status) => locked(id, () => users.setStatus(id, status)),
    setAvatar: (id, avatar) => locked(id, () => users.setAvatar(id, avatar)),
    changeRole: (id, role) => locked(id, () => users.changeRole(id, role)),
    grantRole: (id, role) => locked(id, () => users.grantRole(id, role)),
    revokeRole: (id, role) => locked(id, () => users.revokeRole(id, role)),
  };
}

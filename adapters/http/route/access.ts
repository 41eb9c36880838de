import type { Caller, Role } from '../../../core/accounts/account.ts';
import { type Position, reaches } from '../../../core/accounts/membership.ts';
import { roleGone, signedOutRemotely, tokenInvalid, userGone } from '../../../core/accounts/refusals.ts';
import type { CrewCaller, DeviceCaller } from '../../../core/boarding/conductor.ts';
import { deviceTokenInvalid } from '../../../core/boarding/refusals.ts';
import type { StaffCaller } from '../../../core/companies/member.ts';
import { companySuspended, positionTooLow } from '../../../core/companies/refusals.ts';
import type { Refuse } from '../../../core/kernel/refusal.ts';
import { type MakeProblem, tokenMissing, wrongRole } from './problems.ts';

interface Rule {
  /**
   * How a route treats an access token. `ifShown`: the token may be missing, but a token that is sent must be valid.
   */
  readonly token: 'ignored' | 'optional' | 'ifShown' | 'required';
  /** The roles that may call. Undefined means all roles. */
  readonly roles?: readonly Role[];
  /** The lowest staff position that may call. */
  readonly least?: Position;
  /** Whether a device of a company may call, with a device token. */
  readonly devices?: true;
}

/** Access rules of routes. The server enforces this table, and the documentation prints it. */
export const ACCESS = {
  public: { token: 'ignored' },
  /** Anybody may call. The handler gets the caller if the token is valid. */
  optional: { token: 'optional' },
  /** Anybody who is signed in. */
  user: { token: 'required' },
  passenger: { token: 'required', roles: ['PASSENGER'] },
  operator: { token: 'required', roles: ['OPERATOR'] },
  admin: { token: 'required', roles: ['ADMIN'] },
  /** Operators and admins. */
  office: { token: 'required', roles: ['OPERATOR', 'ADMIN'] },
  /**
   * Operators and administrators, or a caller in the middle of a sign-in. That caller sends the sign-in's token in the
   * body field `ticket` instead of an access token.
   */
  officeOrTicket: { token: 'ifShown', roles: ['OPERATOR', 'ADMIN'] },
  /** Staff of a company whose position is at least the one in `least`. The next three rules are of the same kind. */
  owner: { token: 'required', roles: ['OPERATOR'], least: 'OWNER' },
  manager: { token: 'required', roles: ['OPERATOR'], least: 'MANAGER' },
  clerk: { token: 'required', roles: ['OPERATOR'], least: 'CLERK' },
  conductor: { token: 'required', roles: ['OPERATOR'], least: 'CONDUCTOR' },
  /**
   * Devices of a company's crew, and all staff of the company. A suspended company's devices and staff may call, too.
   */
  crew: { token: 'required', roles: ['OPERATOR'], least: 'CONDUCTOR', devices: true },
} as const satisfies Readonly<Record<string, Rule>>;

export type Access = keyof typeof ACCESS;

type RuleOf<Allowed extends Access> = (typeof ACCESS)[Allowed];

/** The caller as a handler sees it. */
export type CallerOf<Allowed extends Access> = Allowed extends Access ? CallerBy<RuleOf<Allowed>> : never;

type CallerBy<Of extends Rule> = Of extends { readonly devices: true }
  ? CrewCaller
  : Of extends { readonly least: Position }
    ? StaffCaller
    : {
        readonly ignored: undefined;
        readonly optional: Caller | undefined;
        readonly ifShown: Caller | undefined;
        readonly required: Caller;
      }[Of['token']];

/** A caller with a valid token. */
export type AnyCaller = Caller | DeviceCaller;

export const ruleOf = (access: Access): Rule => ACCESS[access];

/** The rule that decides who may call a route. */
export interface AccessRule {
  readonly access: Access;
  readonly method: string;
  /** Whether the staff of a suspended company may call the route, although it changes something. */
  readonly whileSuspended?: boolean;
}

/**
 * Throws if the caller may not call the route. Checks the role first, then the staff position, then whether the company
 * is suspended.
 */
export function admit(
  rule: AccessRule,
  { role, staff }: Pick<Caller, 'role'> & { readonly staff?: Caller['staff'] | undefined },
): void {
  const { roles, least } = ruleOf(rule.access);
  if (roles && !roles.includes(role)) throw wrongRole();
  if (least === undefined) return;
  // Refuses former staff with an error that makes them sign in again.
  if (!staff) throw roleGone();
  if (!reaches(staff.position, least)) throw positionTooLow(least);
  if (staff.companyStatus === 'SUSPENDED' && isClosedWhileSuspended(rule)) throw companySuspended();
}

function isClosedWhileSuspended({ access, method, whileSuspended = false }: AccessRule): boolean {
  const { least, devices = false } = ruleOf(access);
  return least !== undefined && !devices && method !== 'get' && !whileSuspended;
}

/** Whether only staff or administrators may call the route. */
export const isOffice = (access: Access): boolean => {
  const { roles } = ruleOf(access);
  return roles !== undefined && !roles.includes('PASSENGER');
};

/** The problem responses with which this rule can refuse a caller. */
export function accessProblems(rule: AccessRule): readonly (Refuse | MakeProblem)[] {
  const { token, roles, least, devices = false } = ruleOf(rule.access);
  return [
    ...(token === 'required' || token === 'ifShown'
      ? [tokenMissing, tokenInvalid, signedOutRemotely, userGone, roleGone]
      : []),
    ...(devices ? [deviceTokenInvalid] : []),
    ...(roles ? [wrongRole] : []),
    ...(least === undefined || least === 'CONDUCTOR' ? [] : [positionTooLow]),
    ...(isClosedWhileSuspended(rule) ? [companySuspended] : []),
  ];
}

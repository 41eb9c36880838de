import type { Caller, Role } from '../../../core/accounts/account.ts';
import { reaches } from '../../../core/accounts/membership.ts';
import type { Position } from '../../../core/accounts/membership.ts';
import { roleGone, signedOutRemotely, tokenInvalid, userGone } from '../../../core/accounts/refusals.ts';
import type { CrewCaller, DeviceCaller } from '../../../core/boarding/conductor.ts';
import { deviceTokenInvalid } from '../../../core/boarding/refusals.ts';
import type { StaffCaller } from '../../../core/companies/member.ts';
import { companySuspended, positionTooLow } from '../../../core/companies/refusals.ts';
import type { Refuse } from '../../../core/kernel/refusal.ts';
import { tokenMissing, wrongRole } from './problems.ts';
import type { MakeProblem } from './problems.ts';

interface Rule {
  /** What happens to an access token. */
  readonly token: 'ignored' | 'optional' | 'required';
  /** The roles a token may have been issued for; all of them when left out. */
  readonly roles?: readonly Role[];
  /** The lowest position of a company's staff that may call. */
  readonly least?: Position;
  /** Whether a company's device may call, with a token of its own. */
  readonly devices?: true;
}

/** Who may call a route. The server checks against this table, and the documentation is printed from it. */
export const ACCESS = {
  public: { token: 'ignored' },
  /** Anybody. The handler knows who it is when the token is valid. */
  optional: { token: 'optional' },
  /** Anybody who is signed in. */
  user: { token: 'required' },
  passenger: { token: 'required', roles: ['PASSENGER'] },
  operator: { token: 'required', roles: ['OPERATOR'] },
  admin: { token: 'required', roles: ['ADMIN'] },
  /** Members of a company's staff, from this position upwards. */
  owner: { token: 'required', roles: ['OPERATOR'], least: 'OWNER' },
  manager: { token: 'required', roles: ['OPERATOR'], least: 'MANAGER' },
  clerk: { token: 'required', roles: ['OPERATOR'], least: 'CLERK' },
  conductor: { token: 'required', roles: ['OPERATOR'], least: 'CONDUCTOR' },
  /** On board: devices of a company's crew, and all its staff. Also while the company is suspended. */
  crew: { token: 'required', roles: ['OPERATOR'], least: 'CONDUCTOR', devices: true },
} as const satisfies Readonly<Record<string, Rule>>;

export type Access = keyof typeof ACCESS;

type RuleOf<Allowed extends Access> = (typeof ACCESS)[Allowed];

/** What a handler knows about its caller. */
export type CallerOf<Allowed extends Access> = Allowed extends Access ? CallerBy<RuleOf<Allowed>> : never;

type CallerBy<Of extends Rule> = Of extends { readonly devices: true }
  ? CrewCaller
  : Of extends { readonly least: Position }
    ? StaffCaller
    : {
        readonly ignored: undefined;
        readonly optional: Caller | undefined;
        readonly required: Caller;
      }[Of['token']];

/** Whoever has shown a good token. */
export type AnyCaller = Caller | DeviceCaller;

export const ruleOf = (access: Access): Rule => ACCESS[access];

/** What decides who may call a route. */
export interface Door {
  readonly access: Access;
  readonly method: string;
  /** Whether the staff of a suspended company may call it, although it changes something. */
  readonly whileSuspended?: boolean;
}

/** Throws when the caller may not come in: for the role, then for the position, then for a suspended company. */
export function admit(door: Door, { role, staff }: Caller): void {
  const { roles, least } = ruleOf(door.access);
  if (roles && !roles.includes(role)) throw wrongRole();
  if (least === undefined) return;
  // Whoever left the company has to sign in again, and gets one of their own.
  if (!staff) throw roleGone();
  if (!reaches(staff.position, least)) throw positionTooLow(least);
  if (staff.companyStatus === 'SUSPENDED' && isClosedWhileSuspended(door)) throw companySuspended();
}

function isClosedWhileSuspended({ access, method, whileSuspended = false }: Door): boolean {
  const { least, devices = false } = ruleOf(access);
  return least !== undefined && !devices && method !== 'get' && !whileSuspended;
}

/** Whether it is for those who run a company or the platform. */
export const isOffice = (access: Access): boolean => {
  const { roles } = ruleOf(access);
  return roles !== undefined && !roles.includes('PASSENGER');
};

/** The problems a caller can be turned away with. */
export function accessProblems(door: Door): readonly (Refuse | MakeProblem)[] {
  const { token, roles, least, devices = false } = ruleOf(door.access);
  return [
    ...(token === 'required' ? [tokenMissing, tokenInvalid, signedOutRemotely, userGone, roleGone] : []),
    ...(devices ? [deviceTokenInvalid] : []),
    ...(roles ? [wrongRole] : []),
    ...(least === undefined || least === 'CONDUCTOR' ? [] : [positionTooLow]),
    ...(isClosedWhileSuspended(door) ? [companySuspended] : []),
  ];
}

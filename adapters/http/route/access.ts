import type { Caller, Role } from '../../../core/accounts/account.ts';
import { roleGone, signedOutRemotely, tokenInvalid, userGone } from '../../../core/accounts/refusals.ts';
import type { Refuse } from '../../../core/kernel/refusal.ts';
import { tokenMissing, wrongRole } from './problems.ts';
import type { MakeProblem } from './problems.ts';

interface Rule {
  /** What happens to an access token. */
  readonly token: 'ignored' | 'optional' | 'required';
  /** The roles a token may have been issued for; all of them when left out. */
  readonly roles?: readonly Role[];
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
} as const satisfies Readonly<Record<string, Rule>>;

export type Access = keyof typeof ACCESS;

type TokenOf<Allowed extends Access> = (typeof ACCESS)[Allowed]['token'];

/** What a handler knows about its caller. */
export type CallerOf<Allowed extends Access> = {
  readonly ignored: undefined;
  readonly optional: Caller | undefined;
  readonly required: Caller;
}[TokenOf<Allowed>];

export const ruleOf = (access: Access): Rule => ACCESS[access];

/** Throws when this role may not call. */
export function admitRole(access: Access, role: Role): void {
  const { roles } = ruleOf(access);
  if (roles && !roles.includes(role)) throw wrongRole();
}

/** The problems a caller can be turned away with. */
export function accessProblems(access: Access): readonly (Refuse | MakeProblem)[] {
  const { token, roles } = ruleOf(access);
  return [
    ...(token === 'required' ? [tokenMissing, tokenInvalid, signedOutRemotely, userGone, roleGone] : []),
    ...(roles ? [wrongRole] : []),
  ];
}

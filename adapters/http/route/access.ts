import type { Caller, Role } from '../../../core/accounts/account.ts';
import { type AgentPosition, type Position, reaches } from '../../../core/accounts/membership.ts';
import { roleGone, signedOutRemotely, tokenInvalid, userGone } from '../../../core/accounts/refusals.ts';
import { type AgentScope, allows } from '../../../core/agents/agent-key.ts';
import type { AuthenticatedAgent } from '../../../core/agents/authenticate-key.ts';
import {
  keyExpired,
  keyInvalid,
  keySuspended,
  notACompany,
  notAnAgent,
  scopeMissing,
  wrongMode,
} from '../../../core/agents/refusals.ts';
import { type AgentCaller, personCalling } from '../../../core/agents/caller.ts';
import type { CrewCaller, DeviceCaller } from '../../../core/boarding/conductor.ts';
import { deviceTokenInvalid } from '../../../core/boarding/refusals.ts';
import type { StaffCaller } from '../../../core/companies/member.ts';
import { agentSuspended, companySuspended, positionTooLow } from '../../../core/companies/refusals.ts';
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
  /** The callers of an agent who may call: its people from a position on, and its keys with one of the scopes. */
  readonly agents?: AgentRule;
}

/** Access of an agent's people and keys. */
interface AgentRule {
  readonly least: AgentPosition;
  /** Scopes, one of which a key needs. Without any, no key may call. */
  readonly scopes: readonly AgentScope[];
}

const forAgents = <Scopes extends readonly AgentScope[]>(least: AgentPosition, ...scopes: Scopes) =>
  ({ token: 'required', roles: ['OPERATOR'], agents: { least, scopes } }) as const;

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
  /** People of an agent who may read what it sells, and keys with the scope `read` or `sell`. */
  agentReader: forAgents('CLERK', 'read'),
  /** People and keys of an agent who may sell, change and cancel. */
  agentSeller: forAgents('CLERK', 'sell'),
  /** People and keys of an agent who may read its account. */
  agentAccountant: forAgents('MANAGER', 'read'),
  /** People and keys of an agent who may set up its webhooks. */
  agentWebhooks: forAgents('OWNER', 'webhooks'),
  /** People and keys of an agent who may ask what has happened. */
  agentListener: forAgents('MANAGER', 'read', 'webhooks'),
  /** Managers of an agent. No key may call. */
  agentManager: forAgents('MANAGER'),
  /** Owners of an agent. No key may call. */
  agentOwner: forAgents('OWNER'),
} as const satisfies Readonly<Record<string, Rule>>;

export type Access = keyof typeof ACCESS;

type RuleOf<Allowed extends Access> = (typeof ACCESS)[Allowed];

/** The caller as a handler sees it. */
export type CallerOf<Allowed extends Access> = Allowed extends Access ? CallerBy<RuleOf<Allowed>> : never;

type CallerBy<Of extends Rule> = Of extends { readonly agents: AgentRule }
  ? AgentCaller
  : Of extends { readonly devices: true }
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
export type AnyCaller = Caller | DeviceCaller | AgentRequestCaller;

/** A caller who acts for an agent. A person's access token is judged again in each transaction, like everybody's. */
export interface AgentRequestCaller extends AuthenticatedAgent {
  /** The person's account and session. Undefined for a key. */
  readonly session?: Caller;
}

export const ruleOf = (access: Access): Rule => ACCESS[access];

/** The rule that decides who may call a route. */
export interface AccessRule {
  readonly access: Access;
  readonly method: string;
  /** Whether the staff of a suspended company or agent may call the route, although it changes something. */
  readonly whileSuspended?: boolean;
}

/**
 * Throws if the caller may not call the route. Checks the role first, then the staff position, then whether the company
 * is suspended.
 */
export function admit(rule: AccessRule, { role, staff, agent }: CallerFacts): void {
  const { roles, least } = ruleOf(rule.access);
  if (roles && !roles.includes(role)) throw wrongRole();
  if (least === undefined) return;
  if (agent) throw notACompany();
  // Refuses former staff with an error that makes them sign in again.
  if (!staff) throw roleGone();
  if (!reaches(staff.position, least)) throw positionTooLow(least);
  if (staff.companyStatus === 'SUSPENDED' && isClosedWhileSuspended(rule)) throw companySuspended();
}

function isClosedWhileSuspended({ access, method, whileSuspended = false }: AccessRule): boolean {
  const { least, devices = false, agents } = ruleOf(access);
  return (least ?? agents) !== undefined && !devices && method !== 'get' && !whileSuspended;
}

/** The facts about a person that decide about access. */
type CallerFacts = Pick<Caller, 'role'> & {
  readonly staff?: Caller['staff'] | undefined;
  readonly agent?: Caller['agent'] | undefined;
};

/** The agent's caller whose access token came. Throws if the person belongs to no agent. */
export function agentPerson(caller: Caller): AgentRequestCaller {
  if (caller.role !== 'OPERATOR') throw wrongRole();
  if (!caller.agent) throw notAnAgent();
  const { agent } = caller;
  return { ...personCalling(caller.userId, agent), agentStatus: agent.agentStatus, session: caller };
}

/** Throws if the agent's caller may not call the route. Checks scope or position first, then the agent's status. */
export function admitAgent(rule: AccessRule, { by, agentStatus }: AuthenticatedAgent): void {
  const { agents } = ruleOf(rule.access);
  if (!agents) throw notACompany();
  if ('keyId' in by && !allows(by.scopes, agents.scopes)) throw scopeMissing(agents.scopes);
  if ('userId' in by && !reaches(by.position, agents.least)) throw positionTooLow(agents.least);
  if (agentStatus === 'SUSPENDED' && isClosedWhileSuspended(rule)) throw agentSuspended();
}

/** Whether only staff or administrators may call the route. */
export const isOffice = (access: Access): boolean => {
  const { roles } = ruleOf(access);
  return roles !== undefined && !roles.includes('PASSENGER');
};

/** The problem responses with which this rule can refuse a caller. */
export function accessProblems(rule: AccessRule): readonly (Refuse | MakeProblem)[] {
  const { token, roles, least, devices = false, agents } = ruleOf(rule.access);
  return [
    ...(token === 'required' || token === 'ifShown'
      ? [tokenMissing, tokenInvalid, signedOutRemotely, userGone, roleGone]
      : []),
    // An agent's key is good under /api/agent alone.
    ...(token === 'ignored' ? [] : [keyInvalid]),
    ...(devices ? [deviceTokenInvalid] : []),
    ...(roles ? [wrongRole] : []),
    ...(least === undefined ? [] : [notACompany]),
    ...(least === undefined || least === 'CONDUCTOR' ? [] : [positionTooLow]),
    ...(agents ? [keyExpired, keySuspended, wrongMode, notAnAgent, scopeMissing] : []),
    ...(agents && agents.least !== 'CLERK' ? [positionTooLow] : []),
    ...(isClosedWhileSuspended(rule) ? [agents ? agentSuspended : companySuspended] : []),
  ];
}

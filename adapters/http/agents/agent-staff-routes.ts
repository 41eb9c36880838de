import { type Static, Type } from '@sinclair/typebox';
import { AGENT_POSITIONS, type AgentPosition } from '../../../core/accounts/membership.ts';
import { phoneTaken } from '../../../core/accounts/refusals.ts';
import type { AgentCaller } from '../../../core/agents/caller.ts';
import type { FindAgent } from '../../../core/agents/manage-agent.ts';
import { scopeMissing } from '../../../core/agents/refusals.ts';
import type { ChangePosition } from '../../../core/companies/change-position.ts';
import type { Invitee, InviteStaff } from '../../../core/companies/invite-staff.ts';
import type { FindStaff, ListStaff } from '../../../core/companies/list-staff.ts';
import {
  agentUnknown,
  invitedTooOften,
  lastOwner,
  staffElsewhere,
  staffUnknown,
} from '../../../core/companies/refusals.ts';
import type { RemoveStaff } from '../../../core/companies/remove-staff.ts';
import type { StaffManager } from '../../../core/companies/staff-manager.ts';
import type { AgentId, StaffId } from '../../../core/kernel/ids.ts';
import { listedStaffResponse, staffResponse, toListedStaffResponse, toStaffResponse } from '../companies/company.ts';
import { invitedPerson } from '../companies/staff-routes.ts';
import { choice, id } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly findAgent: FindAgent;
  readonly listStaff: ListStaff;
  readonly findStaff: FindStaff;
  readonly inviteStaff: InviteStaff;
  readonly changePosition: ChangePosition;
  readonly removeStaff: RemoveStaff;
}

const person = Type.Object(invitedPerson);
const position = choice(AGENT_POSITIONS, { examples: ['CLERK'] });

const inviteeOf = (given: Static<typeof person>, as: AgentPosition): Invitee => ({
  fullName: given.full_name,
  email: given.email,
  phone: given.phone,
  position: as,
});

/** The owner who calls. Keys have no access to these routes. */
function ownerOf({ agentId, by }: AgentCaller): StaffManager {
  if ('keyId' in by) throw scopeMissing([]);
  return { userId: by.userId, agentId };
}

const refusedInvitations = [staffElsewhere, phoneTaken, invitedTooOften];

/** Routes for the people of agents: an administrator invites the first owner, and owners do the rest. */
export function agentStaffRoutes(uses: Uses) {
  const { findAgent, listStaff, findStaff, inviteStaff, changePosition, removeStaff } = uses;
  const params = Type.Object({ id: id<StaffId>({ description: 'Identifies the membership.' }) });
  const exists = (request: { readonly caller: AgentCaller; readonly params: { readonly id: StaffId } }) =>
    findStaff(request.caller, request.params.id);

  return [
    route({
      method: 'post',
      path: '/api/admin/agents/:id/staff',
      operationId: 'inviteAgentOwner',
      summary: 'Invite an owner of an agent',
      description:
        'Mails a link that is good for 7 days. Whoever accepts it becomes an OWNER of the agent, signs in to the operator portal, and can invite others. The person needs no account for it.',
      returns: 'Shows the new member, who is INVITED.',
      access: 'admin',
      idempotent: true,
      // Every request mails an address that the caller chooses.
      limit: 'code',
      params: Type.Object({ id: id<AgentId>({ description: 'Identifies the agent.' }) }),
      exists: ({ params: { id: agent } }) => findAgent(agent),
      body: person,
      status: 201,
      response: staffResponse,
      refuses: [agentUnknown, ...refusedInvitations],
      handle: ({ caller, params: { id: agentId }, body, once }) =>
        once(toStaffResponse, (keep) => inviteStaff({ admin: caller.userId, agentId }, inviteeOf(body, 'OWNER'), keep)),
    }),

    listRoute(uses, {
      path: '/api/agent/staff',
      operationId: 'listAgentStaff',
      summary: 'List the people of your agent',
      description:
        'Lists the people who work for your agent, by full name. Whoever is invited is INVITED, until they join or the invitation runs out.',
      returns: 'Lists the people, by full name, page by page.',
      access: 'agentManager',
      filters: {},
      item: listedStaffResponse,
      list: ({ caller }, page) => listStaff(caller, page),
      toItem: toListedStaffResponse,
    }),

    route({
      method: 'post',
      path: '/api/agent/staff',
      operationId: 'inviteAgentStaff',
      summary: 'Invite somebody to your agent',
      description:
        'Mails them a link that is good for 7 days. They need no account for it. If it does not arrive, withdraw the invitation and invite them again.',
      returns: 'Shows the new member, who is INVITED.',
      access: 'agentOwner',
      idempotent: true,
      limit: 'code',
      body: Type.Object({ ...invitedPerson, position }),
      status: 201,
      response: staffResponse,
      refuses: refusedInvitations,
      handle: ({ caller, body, once }) =>
        once(toStaffResponse, (keep) => inviteStaff(ownerOf(caller), inviteeOf(body, body.position), keep)),
    }),

    route({
      method: 'patch',
      path: '/api/agent/staff/:id',
      operationId: 'changeAgentPosition',
      summary: 'Give somebody at your agent another position',
      description:
        'Gives one of your people another position, which counts from their next request on. An agent keeps at least one OWNER.',
      returns: 'Shows the member with the new position.',
      access: 'agentOwner',
      params,
      exists,
      body: Type.Partial(Type.Object({ position })),
      status: 200,
      response: staffResponse,
      refuses: [staffUnknown, lastOwner],
      handle: async ({ caller, params: { id: staffId }, body }) =>
        toStaffResponse(await changePosition(ownerOf(caller), staffId, body.position)),
    }),

    route({
      method: 'delete',
      path: '/api/agent/staff/:id',
      operationId: 'removeAgentStaff',
      summary: 'Take somebody off your agent, or withdraw an invitation',
      description:
        "Ends their sessions, trusted devices and realtime connections at once. They can sign in to the portal no more, unless they could before they joined. An account that the invitation made becomes a passenger's.",
      returns: 'The member is off the staff, or the invitation is withdrawn.',
      access: 'agentOwner',
      params,
      exists,
      status: 204,
      refuses: [staffUnknown, lastOwner],
      handle: ({ caller, params: { id: staffId } }) => removeStaff(ownerOf(caller), staffId),
    }),
  ];
}

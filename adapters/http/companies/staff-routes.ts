import { Type } from '@sinclair/typebox';
import { LONGEST_NAME } from '../../../core/accounts/account.ts';
import { POSITIONS } from '../../../core/accounts/membership.ts';
import { phoneTaken } from '../../../core/accounts/refusals.ts';
import type { ChangePosition } from '../../../core/companies/change-position.ts';
import type { InviteStaff } from '../../../core/companies/invite-staff.ts';
import type { FindStaff, ListStaff } from '../../../core/companies/list-staff.ts';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import {
  invitedTooOften,
  lastOwner,
  quotaReached,
  staffElsewhere,
  staffUnknown,
} from '../../../core/companies/refusals.ts';
import type { RemoveStaff } from '../../../core/companies/remove-staff.ts';
import type { StaffId } from '../../../core/kernel/ids.ts';
import { listedStaffResponse, staffResponse, toListedStaffResponse, toStaffResponse } from './company.ts';
import { choice, id, item, sizedName, text } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly listStaff: ListStaff;
  readonly findStaff: FindStaff;
  readonly inviteStaff: InviteStaff;
  readonly changePosition: ChangePosition;
  readonly removeStaff: RemoveStaff;
}

/** The person in the body of an invitation. */
export const invitedPerson = {
  full_name: sizedName({ max: LONGEST_NAME }, { examples: ['Ram Thapa'] }),
  email: item({ format: 'email', examples: ['ram@example.com'] }),
  phone: text({
    description: 'Gives the phone number: 10 digits that begin with 97 or 98. It may be left out.',
    examples: ['9812345678'],
  }),
};

const params = Type.Object({ id: id<StaffId>({ description: 'Identifies the member of the staff.' }) });
const givenPosition = choice(POSITIONS, { examples: ['CLERK'] });

export function staffRoutes(
  { listStaff, findStaff, inviteStaff, changePosition, removeStaff }: Uses,
  needs: ListNeeds,
) {
  const exists = (request: { readonly caller: StaffCaller; readonly params: { readonly id: StaffId } }) =>
    findStaff(request.caller.staff, request.params.id);

  return [
    listRoute(needs, {
      path: '/api/operator/staff',
      operationId: 'listStaff',
      summary: 'List the staff of your company',
      description:
        'Lists the people who work for your company, by full name. Whoever is invited is INVITED, until they join or the invitation runs out.',
      returns: 'Lists the staff, by full name, page by page.',
      access: 'manager',
      filters: {},
      item: listedStaffResponse,
      list: ({ caller: { staff } }, page) => listStaff(staff, page),
      toItem: toListedStaffResponse,
    }),

    route({
      method: 'post',
      path: '/api/operator/staff',
      operationId: 'inviteStaff',
      summary: 'Invite somebody to your staff',
      description:
        'Mails them a link that is good for 7 days. They need no account for it. If it does not arrive, withdraw the invitation and invite them again.',
      returns: 'Shows the new member, who is INVITED.',
      access: 'owner',
      idempotent: true,
      // The rate limit is the one for mailed codes, because every request mails an address that the caller chooses.
      limit: 'code',
      body: Type.Object({ ...invitedPerson, position: givenPosition }),
      status: 201,
      response: staffResponse,
      refuses: [quotaReached, staffElsewhere, phoneTaken, invitedTooOften],
      handle: ({ caller, body, once }) =>
        once(toStaffResponse, (keep) =>
          inviteStaff(
            memberOf(caller),
            { fullName: body.full_name, email: body.email, phone: body.phone, position: body.position },
            keep,
          ),
        ),
    }),

    route({
      method: 'patch',
      path: '/api/operator/staff/:id',
      operationId: 'changePosition',
      summary: 'Give somebody another position',
      description:
        'Gives a member of your staff another position, which counts from their next request on. A company keeps at least one OWNER.',
      returns: 'Shows the member with the new position.',
      access: 'owner',
      params,
      exists,
      body: Type.Partial(Type.Object({ position: givenPosition })),
      status: 200,
      response: staffResponse,
      refuses: [staffUnknown, lastOwner],
      handle: async ({ caller, params: { id: staffId }, body: { position } }) =>
        toStaffResponse(await changePosition(memberOf(caller), staffId, position)),
    }),

    route({
      method: 'delete',
      path: '/api/operator/staff/:id',
      operationId: 'removeStaff',
      summary: 'Take somebody off your staff, or withdraw an invitation',
      description:
        'Ends their sessions, trusted devices and realtime connections at once. `devices=true` also revokes the devices of the crew that they have added (`devices` in the list says how many): a phone of their own may be among them.',
      returns: 'The member is off the staff, or the invitation is withdrawn.',
      access: 'owner',
      params,
      exists,
      query: Type.Object({
        devices: Type.Optional(
          choice(['true', 'false'], {
            description:
              'Is `true` if the devices of the crew that the member has added are revoked, too; they stay good by default.',
            examples: ['true'],
          }),
        ),
      }),
      status: 204,
      refuses: [staffUnknown, lastOwner],
      handle: ({ caller, params: { id: staffId }, query }) =>
        removeStaff(memberOf(caller), staffId, { devices: query.devices === 'true' }),
    }),
  ];
}

import { Type } from '@sinclair/typebox';
import { accountNotActive, phoneTaken, tooManySigningIn, userGone } from '../../../core/accounts/refusals.ts';
import type { AcceptInvitation } from '../../../core/companies/accept-invitation.ts';
import {
  agentSuspended,
  companySuspended,
  invitationInvalid,
  staffElsewhere,
} from '../../../core/companies/refusals.ts';
import { emailAddress, judgedLater, password, text, yes } from '../route/fields.ts';
import { route } from '../route/route.ts';

export const invitationRoutes = ({ acceptInvitation }: { readonly acceptInvitation: AcceptInvitation }) => [
  route({
    method: 'post',
    path: '/api/auth/accept-invitation',
    operationId: 'acceptInvitation',
    summary: 'Join the staff of a bus company or an agent with the mailed link',
    description:
      'Makes the invited person a member of the staff. The link works once. ' +
      'Whoever has a verified account keeps its password; others choose one. Then sign in to the operator portal.',
    returns: 'Gives the e-mail address of the account that has joined.',
    access: 'public',
    limit: 'sign-in',
    body: Type.Object({
      token: judgedLater(
        text({ needed: true, description: 'Is the token from the mailed link; it is good for 7 days.' }),
      ),
      password: judgedLater(
        password({
          description:
            'Is the password; it has 6 to 128 characters. It is not looked at if there is a verified account with the address.',
          examples: ['secret-123'],
        }),
      ),
    }),
    status: 200,
    response: Type.Object({ accepted: yes(), email: emailAddress({ examples: ['ram@example.com'] }) }),
    refuses: [
      invitationInvalid,
      accountNotActive,
      companySuspended,
      agentSuspended,
      staffElsewhere,
      phoneTaken,
      userGone,
      tooManySigningIn,
    ],
    handle: async ({ body, origin }) => ({ accepted: true, ...(await acceptInvitation(body, origin)) }),
  }),
];

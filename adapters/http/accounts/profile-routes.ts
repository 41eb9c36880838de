import { Type } from '@sinclair/typebox';
import type { UpdateProfile, ViewProfile } from '../../../core/accounts/change-profile.ts';
import {
  accountNotActive,
  currentPasswordWrong,
  locked,
  phoneTaken,
  signInAgain,
  tooManySigningIn,
} from '../../../core/accounts/refusals.ts';
import { currentPassword } from './user.ts';
import { emailAddress, item, nameText, nullable, orNull } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewProfile: ViewProfile;
  readonly updateProfile: UpdateProfile;
}

/** Routes by which passengers read and change their own name and phone number. */
export const profileRoutes = ({ viewProfile, updateProfile }: Uses) => [
  route({
    method: 'get',
    path: '/api/passenger/profile',
    operationId: 'getProfile',
    summary: 'Your profile',
    description: 'Shows the signed-in passenger their name, e-mail address, phone number and picture.',
    returns: 'Shows the profile of the signed-in passenger.',
    access: 'passenger',
    status: 200,
    response: Type.Object({
      full_name: Type.String({ examples: ['Asha Gurung'] }),
      email: nullable(emailAddress()),
      phone: nullable(Type.String({ examples: ['9812345678'] })),
      email_verified: Type.Boolean(),
      phone_verified: Type.Boolean(),
      avatar_url: Type.String({
        description: 'Gives the absolute address of the picture; it is empty without a picture.',
      }),
      avatar_color: Type.String({ examples: ['#0f766e'] }),
      member_since: nullable(
        Type.String({
          format: 'date',
          description: 'Gives the local day on which the account was made.',
          examples: ['2026-11-20'],
        }),
      ),
    }),
    handle: async ({ caller }) => {
      const profile = await viewProfile(caller);
      return {
        full_name: profile.fullName,
        email: profile.email,
        phone: profile.phone,
        email_verified: profile.emailVerified,
        phone_verified: profile.phoneVerified,
        avatar_url: profile.avatarUrl,
        avatar_color: profile.avatarColor,
        member_since: profile.memberSince,
      };
    },
  }),

  route({
    method: 'put',
    path: '/api/passenger/profile',
    operationId: 'updateProfile',
    summary: 'Change your name and phone number',
    description:
      'Replaces your name and phone number. Without `phone` the number is removed, except where it is the key of an account without a verified e-mail address: such a number stays, and only a code changes it. Another number has to be verified anew. Another number, and the removal of a verified one, need `current_password` or a sign-in within the last 10 minutes; then a verified old number is told by text and a verified address by mail, and every other session of the account ends.',
    returns: 'Shows the name and the phone number as they are now.',
    access: 'passenger',
    body: Type.Object({
      full_name: nameText({ needed: true, examples: ['Asha Gurung'] }),
      phone: Type.Optional(
        orNull(
          item({
            description:
              'Gives the phone number: 10 digits that begin with 97 or 98. An empty text or null means none.',
            examples: ['9812345678'],
          }),
        ),
      ),
      current_password: currentPassword(),
    }),
    status: 200,
    response: Type.Object({
      full_name: Type.String({ examples: ['Asha Gurung'] }),
      phone: nullable(Type.String({ examples: ['9812345678'] })),
    }),
    refuses: [currentPasswordWrong, signInAgain, accountNotActive, locked, tooManySigningIn, phoneTaken],
    handle: async ({ caller, body, origin }) => {
      const { full_name: newName, phone: newNumber } = body;
      const { fullName: name, phone: number } = await updateProfile(
        caller,
        {
          fullName: newName,
          phone: newNumber === null ? '' : newNumber,
          currentPassword: body.current_password,
        },
        origin,
      );
      return { full_name: name, phone: number };
    },
  }),
];

import { Type } from '@sinclair/typebox';
import { avatarTooLarge, picturesBusy } from '../../../core/accounts/refusals.ts';
import { AVATAR_LIMIT_BYTES, type SetAvatar } from '../../../core/accounts/change-profile.ts';
import { uploadRoute } from '../route/route.ts';

export const avatarRoutes = ({ setAvatar }: { readonly setAvatar: SetAvatar }) => [
  uploadRoute({
    method: 'post',
    path: '/api/passenger/avatar',
    operationId: 'uploadAvatar',
    summary: 'Change your picture',
    description:
      'Replaces your picture by a PNG, JPEG, WebP or GIF of at most 4 MiB and 25 megapixels. ' +
      'It is cut to a square of 512 pixels; what else the file holds, such as where it was taken, is dropped.',
    returns: 'Gives the address of the new picture.',
    access: 'passenger',
    limit: 'upload',
    upload: { field: 'avatar', limitBytes: AVATAR_LIMIT_BYTES, tooLarge: avatarTooLarge },
    status: 200,
    response: Type.Object({
      avatar_url: Type.String({
        format: 'uri',
        description: 'Gives the absolute address of the picture.',
        examples: ['http://localhost:3000/media/0f8b7c1d2e3f4a5b6c7d8e9f00112233.png'],
      }),
    }),
    refuses: [picturesBusy],
    handle: async ({ caller, upload }) => ({ avatar_url: await setAvatar(caller, upload?.content) }),
  }),
];

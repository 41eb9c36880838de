import { Type } from '@sinclair/typebox';
import type { EnrolDevice } from '../../../../core/boarding/enrol-device.ts';
import { enrolTokenInvalid } from '../../../../core/boarding/refusals.ts';
import { judgedLater, orNull, sized, text } from '../../route/fields.ts';
import { route } from '../../route/route.ts';

export const enrolRoutes = ({ enrolDevice }: { readonly enrolDevice: EnrolDevice }) => [
  route({
    method: 'post',
    path: '/api/conductor/enrol',
    operationId: 'enrolDevice',
    summary: 'Enrol a phone of the crew',
    description:
      'With the token that an office has made for it, once and within 15 minutes. `device_token` is good until the device is revoked, and only here: send it as `Authorization: Bearer`. An Idempotency-Key is ignored, since the answer holds a secret.',
    access: 'public',
    secret: true,
    limit: 'sign-in',
    body: Type.Object({
      token: judgedLater(text({ needed: true, description: 'From the QR code.' })),
      model: Type.Optional(
        orNull(sized({ min: 0, max: 100 }, { description: 'As the phone calls itself.', examples: ['Galaxy A14'] })),
      ),
    }),
    status: 200,
    response: Type.Object({
      device_token: Type.String({ description: 'Told this once.' }),
      device: Type.Object({
        id: Type.Integer({ examples: [4] }),
        name: Type.String({ examples: ['Front door'] }),
      }),
      operator: Type.Object({
        id: Type.Integer({ examples: [3] }),
        company_name: Type.String({ examples: ['Blue Sky'] }),
      }),
    }),
    refuses: [enrolTokenInvalid],
    handle: async ({ body: { token, model } }) => {
      const { token: deviceToken, device } = await enrolDevice(token, model === '' ? null : (model ?? null));
      return {
        device_token: deviceToken,
        device: { id: device.id, name: device.name },
        operator: { id: device.operatorId, company_name: device.companyName },
      };
    },
  }),
];

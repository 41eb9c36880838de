import { Type } from '@sinclair/typebox';
import type { EnrolDevice, ViewEnrolment } from '../../../core/boarding/enrol-device.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { enrolTokenInvalid } from '../../../core/boarding/refusals.ts';
import { moment, orNull, sized } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly enrolDevice: EnrolDevice;
  readonly viewEnrolment: ViewEnrolment;
}

const token = sized(
  { max: 1000 },
  {
    description: 'Is the token from the QR code, or as typed: letter case, spaces and dashes are ignored.',
    examples: ['K7QM-2XPA'],
  },
);

const device = Type.Object({
  id: Type.Integer({ examples: [4] }),
  name: Type.String({ examples: ['Front door'] }),
});
const operator = Type.Object({
  id: Type.Integer({ examples: [3] }),
  company_name: Type.String({ examples: ['Blue Sky'] }),
});

export const enrolRoutes = ({ enrolDevice, viewEnrolment }: Uses) => [
  route({
    method: 'post',
    path: '/api/conductor/enrol',
    operationId: 'enrolDevice',
    summary: 'Enrol a phone of the crew',
    description:
      'Makes a phone a device of the crew, with the token that an office has made for it, ' +
      'once and within 15 minutes. `device_token` is good until the device is revoked, and only here: ' +
      'send it as `Authorization: Bearer`. An Idempotency-Key is ignored, since the answer holds a secret.',
    returns: 'Gives the token of the device, which is told this once.',
    access: 'public',
    secret: true,
    limit: 'enrolment',
    body: Type.Object({
      token,
      model: Type.Optional(
        orNull(
          sized(
            { min: 0, max: 100 },
            {
              description: 'Names the model of the phone, as the phone calls itself; null means that it is unknown.',
              examples: ['Galaxy A14'],
            },
          ),
        ),
      ),
    }),
    status: 200,
    response: Type.Object({
      device_token: Type.String({ description: 'Gives the token of the device, which is told this once.' }),
      device,
      operator,
    }),
    refuses: [enrolTokenInvalid],
    handle: async ({ body: { token: shown, model } }) => {
      const { token: deviceToken, device: enrolled } = await enrolDevice(shown, model === '' ? null : (model ?? null));
      return {
        device_token: deviceToken,
        device: { id: enrolled.id, name: enrolled.name },
        operator: { id: enrolled.operatorId, company_name: enrolled.companyName },
      };
    },
  }),

  route({
    method: 'post',
    path: '/api/conductor/enrol/preview',
    operationId: 'previewEnrolment',
    summary: 'Say which company a phone would be enrolled with',
    description:
      'Names the device and the company of an enrolment token, and does not use the token up. ' +
      'A phone that works for a company already asks its holder before it becomes one of another company.',
    returns: 'Shows the device and the company that the token is for.',
    access: 'public',
    secret: true,
    limit: 'enrolment',
    body: Type.Object({ token }),
    status: 200,
    response: Type.Object({ device, operator, expires_at: moment() }),
    refuses: [enrolTokenInvalid],
    handle: async ({ body }) => {
      const { id, name, operatorId, companyName, enrolUntil } = await viewEnrolment(body.token);
      return {
        device: { id, name },
        operator: { id: operatorId, company_name: companyName },
        expires_at: toIso(enrolUntil),
      };
    },
  }),
];

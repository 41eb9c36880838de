import { Type } from '@sinclair/typebox';
import type { AddDevice } from '../../../core/boarding/enrol-device.ts';
import type { Device } from '../../../core/boarding/device.ts';
import type { CrewDeviceViews } from '../../../core/boarding/device-ports.ts';
import { deviceUnknown } from '../../../core/boarding/refusals.ts';
import type { RevokeDevice } from '../../../core/boarding/revoke-device.ts';
import type { FindDevice } from '../../../core/boarding/view-devices.ts';
import { memberOf } from '../../../core/companies/member.ts';
import { quotaReached } from '../../../core/companies/refusals.ts';
import type { DeviceId } from '../../../core/kernel/ids.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { id, isoOrNull, moment, nullable, sizedName } from '../route/fields.ts';
import { type ListNeeds, listRoute } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly crewDeviceViews: CrewDeviceViews;
  readonly findDevice: FindDevice;
  readonly addDevice: AddDevice;
  readonly revokeDevice: RevokeDevice;
}

const key = Type.Integer({ examples: [4] });
const name = Type.String({ examples: ['Front door'] });

const device = Type.Object(
  {
    id: key,
    name,
    model: nullable(
      Type.String({
        description: 'Names the model of the phone, as the phone calls itself; null means that it is unknown.',
        examples: ['Galaxy A14'],
      }),
    ),
    enrolled_at: nullable(moment({ description: 'Tells when a phone was enrolled as this device; null until then.' })),
    last_seen_at: nullable(
      moment({
        description: 'Tells when the device last sent a request, to within a minute; null if it never has.',
      }),
    ),
    revoked_at: nullable(
      moment({
        description:
          'Tells when the device was revoked; null while its token is good, unless it was not seen for 60 days.',
      }),
    ),
    added_by: nullable(
      Type.Object(
        { id: Type.Integer({ examples: [7] }), full_name: Type.String({ examples: ['Ram Thapa'] }) },
        {
          description:
            'Shows the account that added the device; null for the oldest devices, of which it is not known.',
        },
      ),
    ),
  },
  { title: 'Device' },
);

const toDevice = ({ id: deviceId, name: called, model, enrolledAt, lastSeenAt, revokedAt, addedBy }: Device) => ({
  id: deviceId,
  name: called,
  model,
  enrolled_at: isoOrNull(enrolledAt),
  last_seen_at: isoOrNull(lastSeenAt),
  revoked_at: isoOrNull(revokedAt),
  added_by: addedBy && { id: addedBy.id, full_name: addedBy.fullName },
});

export const deviceRoutes = ({ crewDeviceViews, findDevice, addDevice, revokeDevice, ...lists }: Uses) => [
  listRoute(lists, {
    path: '/api/operator/devices',
    operationId: 'listDevices',
    summary: 'List the devices of your crew',
    description: 'Lists the phones with which your crew checks tickets, newest first, those that were revoked too.',
    returns: 'Lists the devices, newest first, page by page.',
    access: 'manager',
    filters: {},
    item: device,
    list: ({ caller: { staff } }, page) => crewDeviceViews.list(staff.operatorId, page),
    toItem: toDevice,
  }),

  route({
    method: 'post',
    path: '/api/operator/devices',
    operationId: 'addDevice',
    summary: 'Add a phone with which your crew checks tickets',
    description:
      'Adds a device that a phone then becomes. Show `enrol_url` as a QR code to the app of your crew, ' +
      'which sends its token to `POST /api/conductor/enrol`, once, within 15 minutes. An Idempotency-Key is ignored, ' +
      'since the answer holds a secret.',
    returns: 'Shows the new device, with the token that enrols it.',
    access: 'manager',
    secret: true,
    body: Type.Object({ name: sizedName({ max: 60 }, { examples: ['Front door'] }) }),
    status: 201,
    response: Type.Object({
      id: key,
      name,
      enrol_token: Type.String({
        description: 'Is the token that enrols a phone: eight letters and digits, told this once.',
        examples: ['K7QM2XPA'],
      }),
      enrol_url: Type.String({ format: 'uri', examples: ['https://bus.example/conductor?token=K7QM2XPA'] }),
      expires_at: moment(),
    }),
    refuses: [quotaReached],
    handle: async ({ caller, body }) => {
      const { enrolToken, enrolUrl, expiresAt, ...added } = await addDevice(memberOf(caller), body.name);
      return { ...added, enrol_token: enrolToken, enrol_url: enrolUrl, expires_at: toIso(expiresAt) };
    },
  }),

  route({
    method: 'delete',
    path: '/api/operator/devices/:id',
    operationId: 'revokeDevice',
    summary: 'Revoke a device',
    description:
      'Makes the token of a device useless from now on, and ends its realtime connections. It also works while the company is suspended.',
    returns: 'The device is revoked.',
    access: 'manager',
    whileSuspended: true,
    params: Type.Object({ id: id<DeviceId>({ description: 'Identifies the device.' }) }),
    exists: ({ caller, params }) => findDevice(caller.staff.operatorId, params.id),
    status: 204,
    refuses: [deviceUnknown],
    handle: ({ caller, params }) => revokeDevice(memberOf(caller), params.id),
  }),
];

import type { AdmitSubscriber } from '../accounts/authenticate.ts';
import type { OperatorId, UserId } from '../kernel/ids.ts';
import type { DeviceCaller } from './conductor.ts';
import { isDeviceToken, isForgotten, isToBeSeen } from './device.ts';
import { deviceTokenInvalid } from './refusals.ts';
import type { BoardingWorld } from './world.ts';

export type AuthenticateDevice = ReturnType<typeof authenticateDevice>;

/**
 * Finds the crew's device by its token. A token is invalid once the device is revoked, or was not seen for 60 days.
 * Updates the moment when the device was last seen, at most once a minute.
 */
export const authenticateDevice =
  ({ clock, transact, tokenDigests, crewDeviceViews }: BoardingWorld) =>
  async (token: string): Promise<DeviceCaller> => {
    const device = await crewDeviceViews.ofToken(tokenDigests.of(token));
    const now = clock();
    if (!device || isForgotten(device, now)) throw deviceTokenInvalid();
    if (isToBeSeen(device, now)) await transact(({ crewDevices }) => crewDevices.see(device.id, now));
    return { deviceId: device.id, operatorId: device.operatorId };
  };

/**
 * The holder of a token that may read events. A crew's device may read its company's manifest events, but no events
 * about sales and papers.
 */
interface Admitted {
  readonly operatorId: OperatorId | undefined;
  readonly isDevice?: true;
  /** The passenger whose offers the holder may read. Not given for devices, and for tokens of other roles. */
  readonly passengerId?: UserId;
}

export type AdmitDevice = ReturnType<typeof admitDevice>;

/**
 * Finds the events that the holder of a token may read. Accepts a device's token and a person's access token.
 */
export const admitDevice =
  ({
    admitSubscriber,
    authenticateDevice,
  }: {
    readonly admitSubscriber: AdmitSubscriber;
    readonly authenticateDevice: AuthenticateDevice;
  }) =>
  async (token: string): Promise<Admitted> =>
    isDeviceToken(token)
      ? { operatorId: (await authenticateDevice(token)).operatorId, isDevice: true }
      : admitSubscriber(token);

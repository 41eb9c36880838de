import type { AdmitSubscriber } from '../accounts/authenticate.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { DeviceCaller } from './conductor.ts';
import type { CrewDeviceViews, CrewDevices, TokenDigests } from './device-ports.ts';
import { isDeviceToken, isForgotten, isToBeSeen } from './device.ts';
import { deviceTokenInvalid } from './refusals.ts';

interface AuthenticateDeviceNeeds {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly crewDevices: Pick<CrewDevices, 'see'> }>;
  readonly tokenDigests: TokenDigests;
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'ofToken'>;
}

export type AuthenticateDevice = ReturnType<typeof authenticateDevice>;

/**
 * Finds the crew's device by its token. A token is invalid once the device is revoked, or was not seen for 60 days.
 * Updates the moment when the device was last seen, at most once a minute.
 */
export const authenticateDevice =
  ({ clock, transact, tokenDigests, crewDeviceViews }: AuthenticateDeviceNeeds) =>
  async (token: string): Promise<DeviceCaller> => {
    const device = await crewDeviceViews.ofToken(tokenDigests.of(token));
    const now = clock();
    if (!device || isForgotten(device, now)) throw deviceTokenInvalid();
    if (isToBeSeen(device, now)) await transact(({ crewDevices }) => crewDevices.see(device.id, now));
    return { deviceId: device.id, operatorId: device.operatorId };
  };

interface AdmitDeviceNeeds {
  readonly admitSubscriber: AdmitSubscriber;
  readonly authenticateDevice: AuthenticateDevice;
}

/**
 * The holder of a token that may read events. A crew's device may read its company's manifest events, but no events
 * about sales and papers.
 */
interface Admitted {
  readonly operatorId: OperatorId | undefined;
  readonly isDevice?: true;
}

export type AdmitDevice = ReturnType<typeof admitDevice>;

/**
 * Finds the company whose events the holder of a token may read. Accepts a device's token and a person's access token.
 */
export const admitDevice =
  ({ admitSubscriber, authenticateDevice }: AdmitDeviceNeeds) =>
  async (token: string): Promise<Admitted> =>
    isDeviceToken(token)
      ? { operatorId: (await authenticateDevice(token)).operatorId, isDevice: true }
      : admitSubscriber(token);

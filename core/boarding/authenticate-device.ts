import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { DeviceCaller } from './conductor.ts';
import { isForgotten, isToBeSeen } from './device.ts';
import type { CrewDevices, CrewDeviceViews, TokenDigests } from './device-ports.ts';
import { deviceTokenInvalid } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly crewDevices: Pick<CrewDevices, 'see'> }>;
  readonly tokenDigests: TokenDigests;
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'ofToken'>;
}

export type AuthenticateDevice = ReturnType<typeof authenticateDevice>;

/**
 * Finds the device of a token. Tokens end when the device is revoked or was not seen for 60 days. Updates the device's
 * last-seen moment now and then.
 */
export const authenticateDevice =
  ({ clock, transact, tokenDigests, crewDeviceViews }: Needs) =>
  async (token: string): Promise<DeviceCaller> => {
    const device = await crewDeviceViews.ofToken(tokenDigests.of(token));
    const now = clock();
    if (!device || isForgotten(device, now)) throw deviceTokenInvalid();
    if (isToBeSeen(device, now)) await transact(({ crewDevices }) => crewDevices.see(device.id, now));
    return { deviceId: device.id, operatorId: device.operatorId };
  };

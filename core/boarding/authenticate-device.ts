import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { DeviceCaller } from './conductor.ts';
import { isToBeSeen } from './device.ts';
import type { CrewDevices, CrewDeviceViews, TokenDigests } from './device-ports.ts';
import { deviceTokenInvalid } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly crewDevices: Pick<CrewDevices, 'see'> }>;
  readonly tokenDigests: TokenDigests;
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'ofToken'>;
}

export type AuthenticateDevice = ReturnType<typeof authenticateDevice>;

/** The device whose token this is, until it is revoked. Now and then writes down that it was seen. */
export const authenticateDevice =
  ({ clock, transact, tokenDigests, crewDeviceViews }: Needs) =>
  async (token: string): Promise<DeviceCaller> => {
    const device = await crewDeviceViews.ofToken(tokenDigests.of(token));
    if (!device) throw deviceTokenInvalid();
    const now = clock();
    if (isToBeSeen(device, now)) await transact(({ crewDevices }) => crewDevices.see(device.id, now));
    return { deviceId: device.id, operatorId: device.operatorId };
  };

import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Device } from './device.ts';
import { deviceUnknown } from './refusals.ts';
import type { BoardingWorld } from './world.ts';

export type FindDevice = ReturnType<typeof findDevice>;

/** Finds a device of the company's crew. */
export const findDevice =
  ({ crewDeviceViews }: BoardingWorld) =>
  async (operatorId: OperatorId, id: DeviceId): Promise<Device> => {
    const device = await crewDeviceViews.find(id);
    if (device?.operatorId !== operatorId) throw deviceUnknown();
    return device;
  };

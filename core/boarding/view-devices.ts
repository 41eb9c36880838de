import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Device } from './device.ts';
import type { CrewDeviceViews } from './device-ports.ts';
import { deviceUnknown } from './refusals.ts';

interface Needs {
  readonly crewDeviceViews: CrewDeviceViews;
}

export type ListDevices = ReturnType<typeof listDevices>;

/** Lists the devices of a company's crew, including revoked ones, newest first. */
export const listDevices =
  ({ crewDeviceViews }: Needs) =>
  (operatorId: OperatorId, page: Page): Promise<Listing<Device>> =>
    crewDeviceViews.list(operatorId, page);

export type FindDevice = ReturnType<typeof findDevice>;

/** Finds a device of the company's crew. */
export const findDevice =
  ({ crewDeviceViews }: Needs) =>
  async (operatorId: OperatorId, id: DeviceId): Promise<Device> => {
    const device = await crewDeviceViews.find(id);
    if (device?.operatorId !== operatorId) throw deviceUnknown();
    return device;
  };

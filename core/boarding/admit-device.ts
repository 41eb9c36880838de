import type { AdmitSubscriber } from '../accounts/admit-subscriber.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { AuthenticateDevice } from './authenticate-device.ts';
import { isDeviceToken } from './device.ts';

interface Needs {
  readonly admitSubscriber: AdmitSubscriber;
  readonly authenticateDevice: AuthenticateDevice;
}

/** Who has shown a token to read events. A device hears of its company's manifests, not of sales and papers. */
interface Admitted {
  readonly operatorId: OperatorId | undefined;
  readonly isDevice?: true;
}

export type AdmitDevice = ReturnType<typeof admitDevice>;

/** Finds the company whose events a token lets its bearer read: a device's token, or a person's access token. */
export const admitDevice =
  ({ admitSubscriber, authenticateDevice }: Needs) =>
  async (token: string): Promise<Admitted> =>
    isDeviceToken(token)
      ? { operatorId: (await authenticateDevice(token)).operatorId, isDevice: true }
      : admitSubscriber(token);

import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Trail } from '../platform/trail.ts';
import { deviceTokenOf, secretOf } from './device.ts';
import type { CrewDevices, EnrolledDevice, TokenDigests } from './device-ports.ts';
import { deviceEnrolled } from './device-trail.ts';
import { enrolTokenInvalid } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<{ readonly crewDevices: Pick<CrewDevices, 'enrol'>; readonly trail: Trail }>;
  readonly tokenDigests: TokenDigests;
}

/** The token is told this once. */
export interface Enrolled {
  readonly token: string;
  readonly device: EnrolledDevice;
}

export type EnrolDevice = ReturnType<typeof enrolDevice>;

/** Makes a phone the device that the token was made for; also while the company is suspended. */
export const enrolDevice =
  ({ clock, random, transact, tokenDigests }: Needs) =>
  async (enrolToken: string, model: string | null): Promise<Enrolled> => {
    const token = deviceTokenOf(secretOf(random));
    const enrolment = { enrolDigest: tokenDigests.of(enrolToken), tokenDigest: tokenDigests.of(token), model };
    return transact(async ({ crewDevices, trail }) => {
      const now = clock();
      const device = await crewDevices.enrol(enrolment, now);
      if (!device) throw enrolTokenInvalid();
      await trail.add(deviceEnrolled(device), now);
      return { token, device };
    });
  };

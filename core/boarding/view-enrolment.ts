import type { Clock } from '../kernel/time.ts';
import type { CrewDeviceViews, OfferedEnrolment, TokenDigests } from './device-ports.ts';
import { enrolTokenInvalid } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly tokenDigests: TokenDigests;
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'ofEnrolToken'>;
}

export type ViewEnrolment = ReturnType<typeof viewEnrolment>;

/**
 * Returns the company of an enrolment token without using the token up. A phone that is enrolled already asks its
 * holder before it changes the company. The answer contains nothing that enrolling would not show.
 */
export const viewEnrolment =
  ({ clock, tokenDigests, crewDeviceViews }: Needs) =>
  async (enrolToken: string): Promise<OfferedEnrolment> => {
    const offered = await crewDeviceViews.ofEnrolToken(tokenDigests.of(enrolToken), clock());
    if (!offered) throw enrolTokenInvalid();
    return offered;
  };

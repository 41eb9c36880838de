import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { minutesAfter, secondsBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';

/** A phone with which a company's crew checks tickets. It stands for the company, whoever holds it. */
export interface Device {
  readonly id: DeviceId;
  readonly operatorId: OperatorId;
  readonly name: string;
  /** As the phone calls itself. */
  readonly model: string | null;
  readonly createdAt: Instant;
  /** Null until somebody has enrolled a phone with the token. */
  readonly enrolledAt: Instant | null;
  /** To within a minute. */
  readonly lastSeenAt: Instant | null;
  /** Null: its token is good. */
  readonly revokedAt: Instant | null;
}

const ENROL_MINUTES = 15;

/** From then on nobody can enrol a phone any more. */
export const enrolUntil = (addedAt: Instant): Instant => minutesAfter(addedAt, ENROL_MINUTES);

const SEEN_SECONDS = 60;

/** Whether it is time to write down again that a device was seen: not at every request, since that is a write. */
export const isToBeSeen = ({ lastSeenAt }: Pick<Device, 'lastSeenAt'>, now: Instant): boolean =>
  lastSeenAt === null || secondsBetween(lastSeenAt, now) >= SEEN_SECONDS;

/** What tokens of devices begin with, so that everybody can tell them from access tokens. */
const PREFIX = 'device_';

export const isDeviceToken = (token: string): boolean => token.startsWith(PREFIX);

export const deviceTokenOf = (secret: string): string => `${PREFIX}${secret}`;

/** For a token: too long to be guessed. */
export const secretOf = (random: Random): string => `${random.uuid()}${random.uuid()}`.replaceAll('-', '');

import type { DeviceId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { type Instant, daysAfter, minutesAfter, secondsBetween } from '../kernel/time.ts';

/** A phone with which a company's crew checks tickets. It acts for the company, whoever holds it. */
export interface Device {
  readonly id: DeviceId;
  readonly operatorId: OperatorId;
  readonly name: string;
  /** The name that the phone reports for itself. */
  readonly model: string | null;
  readonly createdAt: Instant;
  /** The member of the staff who added the device; null if unknown. */
  readonly addedBy: DeviceAdder | null;
  /** The moment at which a phone was enrolled with the token; null before. */
  readonly enrolledAt: Instant | null;
  /** The moment of the device's last request, exact to a minute. */
  readonly lastSeenAt: Instant | null;
  /** The moment at which the device was revoked; null while its token is valid. */
  readonly revokedAt: Instant | null;
}

export interface DeviceAdder {
  readonly id: UserId;
  readonly fullName: string;
}

const ENROL_MINUTES = 15;

/** The moment at which the enrolment token expires. */
export const enrolUntil = (addedAt: Instant): Instant => minutesAfter(addedAt, ENROL_MINUTES);

const SEEN_SECONDS = 60;

/** True if the device's last request should be stored again. Storing every request would cost a write each time. */
export const isToBeSeen = ({ lastSeenAt }: Pick<Device, 'lastSeenAt'>, now: Instant): boolean =>
  lastSeenAt === null || secondsBetween(lastSeenAt, now) >= SEEN_SECONDS;

const UNSEEN_DAYS = 60;

/** True if the phone was away for so long that its token has ended. The company may not notice a lost phone. */
export const isForgotten = (
  { enrolledAt, lastSeenAt }: Pick<Device, 'enrolledAt' | 'lastSeenAt'>,
  now: Instant,
): boolean => {
  const seenAt = lastSeenAt ?? enrolledAt;
  return seenAt !== null && now >= daysAfter(seenAt, UNSEEN_DAYS);
};

/** Prefix of devices' tokens, which tells them from access tokens. */
const PREFIX = 'device_';

export const isDeviceToken = (token: string): boolean => token.startsWith(PREFIX);

export const deviceTokenOf = (secret: string): string => `${PREFIX}${secret}`;

/** Letters and digits that nobody confuses: no I, O, 0 or 1. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/**
 * Makes the code that enrols a phone, short enough to be typed. It enrols one phone of one company within minutes.
 * Wrong codes are limited, so that guessing 40 bits leads nowhere.
 */
export const enrolmentCodeOf = (random: Random): string => random.letters(CODE_ALPHABET, CODE_LENGTH);

/** The code in a typed text, whatever its letter case, spaces and dashes. */
export const enrolmentCodeIn = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Makes a token that is too long to be guessed. */
export const secretOf = (random: Random): string => `${random.uuid()}${random.uuid()}`.replaceAll('-', '');

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
  /** The member of staff who added the device; null if unknown. */
  readonly addedBy: DeviceAdder | null;
  /** The moment when a phone used the enrolment token; null before. */
  readonly enrolledAt: Instant | null;
  /** The moment of the device's last request, exact to a minute. Null before a phone is enrolled. */
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

/**
 * True if the moment of the device's last request should be stored again. Storing the moment for every request would
 * cost a write each time.
 */
export const isToBeSeen = ({ lastSeenAt }: Pick<Device, 'lastSeenAt'>, now: Instant): boolean =>
  lastSeenAt === null || secondsBetween(lastSeenAt, now) >= SEEN_SECONDS;

const UNSEEN_DAYS = 60;

/**
 * True if the phone sent no request for so long that its token is invalid. Otherwise a lost phone that nobody reports
 * would stay valid.
 */
export const isForgotten = (
  { enrolledAt, lastSeenAt }: Pick<Device, 'enrolledAt' | 'lastSeenAt'>,
  now: Instant,
): boolean => {
  const seenAt = lastSeenAt ?? enrolledAt;
  return seenAt !== null && now >= daysAfter(seenAt, UNSEEN_DAYS);
};

/** Every device's token begins with this prefix, which distinguishes it from an access token. */
const PREFIX = 'device_';

export const isDeviceToken = (token: string): boolean => token.startsWith(PREFIX);

export const deviceTokenOf = (secret: string): string => `${PREFIX}${secret}`;

/** Letters and digits that people do not confuse. I, O, 0 and 1 are missing. */
const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/**
 * Makes the code that enrols a phone, short enough to type. The code enrols one phone of one company within minutes.
 * Attempts with wrong codes are limited, so nobody can guess its 40 bits.
 */
export const enrolmentCodeOf = (random: Random): string => random.letters(CODE_ALPHABET, CODE_LENGTH);

/** Finds the enrolment code in a typed text. Ignores letter case, spaces and dashes. */
export const enrolmentCodeIn = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Makes a token that is too long to guess. */
export const secretOf = (random: Random): string => `${random.uuid()}${random.uuid()}`.replaceAll('-', '');

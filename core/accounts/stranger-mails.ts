import { type Instant, daysAfter } from '../kernel/time.ts';
import type { Account } from './account.ts';

/*
 * Limits mails to people who may not have asked for them, because strangers can register with another person's address.
 */

/**
 * Counts one mail towards the hourly limit of an IP address, and returns 0. Above the limit, counts nothing, and
 * returns the seconds until the IP address may cause another mail.
 */
export type TakeMail = (ip: string) => Promise<number>;

const NEW_DAYS = 1;

/**
 * True while an account's e-mail address may belong to another person: the account is new and its address unverified.
 */
export const isUnproven = ({ emailVerified, createdAt }: Account, now: Instant): boolean =>
  !emailVerified && createdAt > daysAfter(now, -NEW_DAYS);

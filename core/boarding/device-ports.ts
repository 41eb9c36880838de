import type { DeviceId, OperatorId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Device } from './device.ts';

/** Hashes of tokens that are long random strings, so that nobody who reads the database has one. */
export interface TokenDigests {
  of(token: string): string;
}

export interface NewDevice extends Pick<Device, 'operatorId' | 'name' | 'createdAt'> {
  /** Of the token with which a phone is enrolled, once, before `enrolUntil`. */
  readonly enrolDigest: string;
  readonly enrolUntil: Instant;
}

export interface Enrolment {
  readonly enrolDigest: string;
  /** Of the token that the phone gets for it. */
  readonly tokenDigest: string;
  readonly model: string | null;
}

/** A phone that was enrolled just now. */
export interface EnrolledDevice extends Device {
  readonly companyName: string;
}

/** Devices of companies' crews, inside a transaction. */
export interface CrewDevices {
  add(device: NewDevice): Promise<DeviceId>;
  /** Nobody else changes the device, or has this of it, until the transaction ends. */
  lock(id: DeviceId): Promise<Device | undefined>;
  /**
   * Takes the token to enrol with, which works once; undefined if there is none of that digest which is good at `now`,
   * or its device was revoked.
   */
  enrol(enrolment: Enrolment, now: Instant): Promise<EnrolledDevice | undefined>;
  /** From the commit on its tokens are no good. */
  revoke(id: DeviceId, at: Instant): Promise<void>;
  see(id: DeviceId, at: Instant): Promise<void>;
}

export interface CrewDeviceViews {
  /** Newest first; a position is the moment and the id of a device. */
  list(operatorId: OperatorId, page: Page): Promise<Listing<Device>>;
  find(id: DeviceId): Promise<Device | undefined>;
  /** The device whose token has this digest, unless it was revoked. */
  ofToken(tokenDigest: string): Promise<Device | undefined>;
}

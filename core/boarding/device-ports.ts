import type { DevicesOfStaff } from '../companies/ports.ts';
import type { DeviceId, OperatorId, UserId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Device } from './device.ts';

/**
 * Hashes of devices' tokens. Tokens are long random strings, so readers of the database cannot compute a token from its
 * hash.
 */
export interface TokenDigests {
  of(token: string): string;
}

export interface NewDevice extends Pick<Device, 'operatorId' | 'name' | 'createdAt'> {
  /** The member of staff who added the device; null if unknown. */
  readonly addedBy: UserId | null;
  /** The digest of the token that enrols one phone. The token is valid once, before `enrolUntil`. */
  readonly enrolDigest: string;
  readonly enrolUntil: Instant;
}

export interface Enrolment {
  readonly enrolDigest: string;
  /** Digest of the device token that the phone gets when it is enrolled. */
  readonly tokenDigest: string;
  readonly model: string | null;
}

/** A device for which a phone has just been enrolled. */
export interface EnrolledDevice extends Device {
  readonly companyName: string;
}

/** A device for which no phone is enrolled yet. A phone can be enrolled until `enrolUntil`. */
export interface OfferedEnrolment extends Pick<Device, 'id' | 'name' | 'operatorId'> {
  readonly companyName: string;
  readonly enrolUntil: Instant;
}

/** Devices of companies' crews, inside a transaction. */
export interface CrewDevices extends DevicesOfStaff {
  add(device: NewDevice): Promise<DeviceId>;
  /** Locks the device until the transaction ends. */
  lock(id: DeviceId): Promise<Device | undefined>;
  /**
   * Enrols a phone and uses up the enrolment token. Undefined if no valid token has this digest at `now`, or the device
   * is revoked.
   */
  enrol(enrolment: Enrolment, now: Instant): Promise<EnrolledDevice | undefined>;
  /** Revokes a device. Its tokens are invalid once the transaction commits. */
  revoke(id: DeviceId, at: Instant): Promise<void>;
  see(id: DeviceId, at: Instant): Promise<void>;
}

export interface CrewDeviceViews {
  /** Lists a company's devices, newest first. The page cursor is the moment and the id of a device. */
  list(operatorId: OperatorId, page: Page): Promise<Listing<Device>>;
  find(id: DeviceId): Promise<Device | undefined>;
  /** Finds the device whose token has this digest. Undefined if the device was revoked. */
  ofToken(tokenDigest: string): Promise<Device | undefined>;
  /**
   * Finds the device for which an enrolment token was made, if the token is valid at `now`. Does not use the token up.
   */
  ofEnrolToken(enrolDigest: string, now: Instant): Promise<OfferedEnrolment | undefined>;
}

import type { KeyObject } from 'node:crypto';

/** A merchant's account at connectIPS. */
export interface ConnectIpsMerchant {
  readonly merchantId: string;
  readonly appId: string;
  readonly appName: string;
  readonly password: string;
  /** The merchant's private RSA key. */
  readonly key: KeyObject;
}

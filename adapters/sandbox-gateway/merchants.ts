import type { KeyObject } from 'node:crypto';

/*
 * The shop's merchant accounts at the simulated gateways. The secrets are public, because everybody who reaches a
 * sandbox gets tickets for free anyway.
 */

/** eSewa's public test merchant. */
export const ESEWA_MERCHANT = { productCode: 'EPAYTEST', secretKey: '8gBm/:&EnhH.1/q' };

export const KHALTI_MERCHANT = { secretKey: 'sandbox-khalti-secret-key' };

export const FONEPAY_MERCHANT = {
  merchantCode: 'SANDBOX',
  secret: 'sandbox-fonepay-secret',
  username: 'sandbox',
  password: 'sandbox',
};

export const SANDBOX_APP_ID = 'SANDBOX-1';

export const connectIpsMerchant = (key: KeyObject) => ({
  merchantId: '1',
  appId: SANDBOX_APP_ID,
  appName: 'Sandbox',
  password: 'sandbox',
  key,
});

export type EsewaMerchant = typeof ESEWA_MERCHANT;
export type ConnectIpsMerchant = ReturnType<typeof connectIpsMerchant>;

import { Secret, TOTP } from 'otpauth';
import type { TotpCodes } from '../../core/accounts/crypto-ports.ts';

/** Code parameters that every authenticator app supports. Some apps support no others. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Six ASCII digits. The library throws for other digits, such as full-width ones. */
const CODE = /^[0-9]{6}$/;

/**
 * Makes and checks authenticator codes with the library otpauth, which compares codes in constant time. Apps list the
 * codes under `issuer`.
 */
export const totpCodesOf = (issuer: string): TotpCodes => ({
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,

  url: (secret, email) =>
    new TOTP({ ...PARAMETERS, issuer, label: email, secret: Secret.fromBase32(secret) }).toString(),

  stepOf(secret, code, now) {
    if (!CODE.test(code)) return undefined;
    const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
    const delta = totp.validate({ token: code, timestamp: now, window: 1 });
    return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
  },
});

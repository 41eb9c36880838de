import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { aesSecretBox } from '../../../adapters/crypto/secret-box.ts';
import { totpCodesOf } from '../../../adapters/crypto/totp.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';

const totp = totpCodesOf('Bus Ticket');
/** The secret of RFC 6238, appendix B. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number): Instant => (seconds * 1_000) as Instant;

describe('codes of an authenticator app', () => {
  // Codes of RFC 6238, appendix B, with SHA-1. The RFC lists codes of eight digits; this list has their last six.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    it(`the code of an authenticator app is that of RFC 6238 at ${seconds} seconds`, () => {
      expect(totp.stepOf(SECRET, code, at(seconds))).to.equal(Math.floor(seconds / 30));
    });

  it('an authenticator app’s code is accepted in its own time step and one step before or after, and no further away', () => {
    const steps = [-2, -1, 0, 1, 2].map((step) => totp.stepOf(SECRET, '081804', at(1_111_111_109 + step * 30)));
    expect(steps).to.deep.equal([undefined, 37_037_036, 37_037_036, 37_037_036, undefined]);
  });

  it('an authenticator app’s code that is wrong, too short or too long matches no time step', () => {
    for (const code of ['081805', '81804', '0081804', '', '０８１８０４'])
      expect(totp.stepOf(SECRET, code, at(1_111_111_109)), code).to.equal(undefined);
  });

  it('the secret of an authenticator app has 160 random bits', () => {
    const [one, other] = [totp.newSecret(), totp.newSecret()];
    expect(one)
      .to.match(/^[A-Z2-7]{32}$/)
      .and.not.equal(other);
  });

  it('the otpauth address in an authenticator app’s QR code names service, account and secret', () => {
    const url = new URL(totp.url(SECRET, 'sita@example.com'));
    expect(decodeURIComponent(url.pathname)).to.equal('/Bus Ticket:sita@example.com');
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      issuer: 'Bus Ticket',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(new TOTP({ secret: SECRET }).generate({ timestamp: 59_000 })).to.equal('287082');
  });
});

describe('an authenticator secret in the database', () => {
  const box = aesSecretBox('only for tests, thirty-two letters long');
  const [SITA, HARI] = [7 as UserId, 8 as UserId];

  it('an encrypted authenticator secret can be decrypted, and does not contain the secret in the clear', () => {
    const sealed = box.seal(SECRET, SITA);
    expect(box.open(sealed, SITA)).to.equal(SECRET);
    expect(sealed).not.to.contain(SECRET);
    expect(box.seal(SECRET, SITA)).not.to.equal(sealed);
  });

  it('an encrypted authenticator secret cannot be decrypted for a different user, with another key, or after a change', () => {
    const sealed = box.seal(SECRET, SITA);
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect([
      box.open(sealed, HARI),
      aesSecretBox('another secret of thirty-two letters, or more').open(sealed, SITA),
      box.open(changed.toString('base64url'), SITA),
      box.open('', SITA),
    ]).to.deep.equal([undefined, undefined, undefined, undefined]);
  });
});

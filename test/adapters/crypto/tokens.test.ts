import { createHmac, createPublicKey, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import {
  loginTickets,
  providerStates,
  invitationTokens,
  resetTokens,
  signedStrings,
  ticketTokens,
} from '../../../adapters/crypto/signed-strings.ts';
import { jsonWebTokens } from '../../../adapters/crypto/tokens.ts';
import type { StringSigner } from '../../../core/accounts/crypto-ports.ts';
import type { BookingId, StaffId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { START as NOW } from '../../support/clock.ts';

const SECRET = 'only for tests, thirty-two letters long';
const SUBJECT = { userId: 7 as UserId, role: 'PASSENGER', tokenVersion: 3 } as const;
const LAPSE = minutesAfter(NOW, 15);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
const keyOf = (purpose: string, secret = SECRET): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'bus-ticket', purpose, 32));

describe('JSON Web Tokens', () => {
  const tokens = jsonWebTokens(SECRET);
  const access = tokens.issueAccess(SUBJECT, LAPSE);
  const refresh = tokens.issueRefresh(SUBJECT, 'session-1', LAPSE);
  const claims = decode(access.split('.')[1]);

  const isNoToken = (token: string): void => {
    expect(tokens.readAccess(token, NOW), token).to.have.property('fault');
    expect(tokens.readRefresh(token, NOW), token).to.have.property('fault');
  };
  /** Signs a token with the service's own key, as an attacker who has the key could. */
  const signed = (
    payload: object,
    key = keyOf('access-token'),
    header: object = { alg: 'HS256', typ: 'JWT' },
  ): string => {
    const text = `${encode(header)}.${encode(payload)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };

  it('a JWT contains the given claims, its type and a unique id', () => {
    expect(claims).to.deep.equal({
      user_id: 7,
      role: 'PASSENGER',
      tv: 3,
      typ: 'access',
      jti: claims['jti'],
      exp: LAPSE / 1_000,
    });
    expect(decode(refresh.split('.')[1])).to.deep.equal({
      user_id: 7,
      role: 'PASSENGER',
      tv: 3,
      typ: 'refresh',
      jti: 'session-1',
      exp: LAPSE / 1_000,
    });
    expect(decode(access.split('.')[0])).to.include({ alg: 'HS256' });
    expect(decode(tokens.issueAccess(SUBJECT, LAPSE).split('.')[1])['jti']).not.to.equal(claims['jti']);
  });

  it('a JWT is accepted until it expires', () => {
    expect(tokens.readAccess(access, NOW)).to.deep.equal({ ...SUBJECT, expiresAt: LAPSE });
    expect(tokens.readRefresh(refresh, (LAPSE - 1) as Instant)).to.deep.equal({
      ...SUBJECT,
      sessionId: 'session-1',
      expiresAt: LAPSE,
    });
    expect(tokens.readAccess(access, LAPSE)).to.deep.equal({ fault: 'jwt expired' });
  });

  it('a JWT that is read from the cache gives the same claims and expires at the same millisecond as without the cache', () => {
    for (const at of [NOW, NOW, (LAPSE - 1) as Instant])
      expect(tokens.readAccess(access, at)).to.deep.equal({ ...SUBJECT, expiresAt: LAPSE });
    expect(tokens.readAccess(access, LAPSE)).to.deep.equal({ fault: 'jwt expired' });
    expect(tokens.readAccess(`${access.slice(0, -2)}AA`, NOW)).to.deep.equal({ fault: 'invalid signature' });
  });

  it('an access JWT is not accepted as a refresh JWT, nor a refresh JWT as an access JWT', () => {
    expect(tokens.readAccess(refresh, NOW)).to.deep.equal({ fault: 'invalid signature' });
    expect(tokens.readRefresh(access, NOW)).to.deep.equal({ fault: 'invalid signature' });
    expect(tokens.readAccess(signed(claims), NOW)).not.to.have.property('fault');
    expect(tokens.readAccess(signed({ ...claims, typ: 'refresh' }), NOW)).to.deep.equal({
      fault: 'jwt is no access token',
    });
    expect(tokens.readRefresh(signed(claims, keyOf('refresh-token')), NOW)).to.deep.equal({
      fault: 'jwt is no refresh token',
    });
  });

  it('a JWT without an expiry is refused', () => {
    const { exp, ...endless } = claims;
    expect(tokens.readAccess(signed(endless), NOW)).to.deep.equal({ fault: 'jwt without exp' });
    for (const odd of ['never', null, {}, [exp]])
      expect(tokens.readAccess(signed({ ...claims, exp: odd }), NOW)).to.have.property('fault');
  });

  it('a JWT without a signature is refused, whatever its alg says', () => {
    for (const alg of ['none', 'None', 'NONE', '', null]) {
      isNoToken(`${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`);
      isNoToken(`${encode({ alg, typ: 'JWT' })}.${encode(claims)}.${access.split('.')[2] ?? ''}`);
    }
    isNoToken(jwt.sign(claims, '', { algorithm: 'none' }));
  });

  it('a JWT that is signed with another algorithm or another key is refused', () => {
    const text = (alg: string): string => `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
    for (const [alg, hash] of [
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
      ['hs256', 'sha256'],
    ] as const) {
      isNoToken(`${text(alg)}.${createHmac(hash, keyOf('access-token')).update(text(alg)).digest('base64url')}`);
    }
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    isNoToken(jwt.sign(claims, privateKey, { algorithm: 'RS256' }));
    isNoToken(
      signed(
        claims,
        Buffer.from(
          createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'pem' }),
        ),
      ),
    );
    for (const key of [
      Buffer.from(SECRET),
      Buffer.alloc(0),
      keyOf('login-ticket'),
      keyOf('access-token', `${SECRET}.`),
    ])
      isNoToken(signed(claims, key));
    isNoToken(
      signed(claims, Buffer.from('k'), {
        alg: 'HS256',
        jwk: { kty: 'oct', k: 'aw' },
        kid: '/dev/null',
        jku: 'https://example.com',
      }),
    );
  });

  it('a JWT that was edited is refused', () => {
    const [header, , signature] = access.split('.');
    for (const edit of [{ user_id: 1 }, { role: 'ADMIN' }, { tv: 4 }, { exp: 9_999_999_999 }])
      isNoToken(`${header}.${encode({ ...claims, ...edit })}.${signature}`);
    for (const nonsense of [
      '',
      '.',
      '..',
      'a.b',
      'a.b.c',
      'a.b.c.d',
      `${access}.x`,
      ` ${access}`,
      `${header}.${Buffer.from('no json').toString('base64url')}.${signature}`,
      signed([1] as object).replace(/^/, '.'),
    ])
      isNoToken(nonsense);
  });

  it('a JWT is not accepted as a sign-in ticket, and a sign-in ticket is not accepted as a JWT', () => {
    const ticket = loginTickets(SECRET).sign(
      { method: 'email', userId: 7 as UserId, role: 'OPERATOR', deviceId: '' },
      NOW,
    );
    for (const text of [ticket, `.${ticket}`, `${ticket}.`, `${encode({ alg: 'HS256', typ: 'JWT' })}.${ticket}`])
      isNoToken(text);
    for (const text of [access, refresh, access.split('.').slice(1).join('.')])
      expect(loginTickets(SECRET).open(text, NOW)).to.equal(undefined);
  });
});

describe('signed strings', () => {
  const tickets = signedStrings<{ readonly b: number }>(SECRET, 'e-ticket');
  const text = tickets.sign({ b: 5 }, NOW);
  const [payload = '', signature = ''] = text.split('.');

  it('a signed string is read back with its payload and time', () => {
    expect(decode(payload)).to.deep.equal({ b: 5, iat: NOW / 1_000 });
    expect(signature).to.equal(createHmac('sha256', keyOf('e-ticket')).update(payload).digest('base64url'));
    expect(tickets.open(text, NOW)).to.deep.equal({ b: 5 });
    expect(tickets.open(text, minutesAfter(NOW, 1e6))).to.deep.equal({ b: 5 });
    expect(tickets.peek(text)).to.include({ b: 5 });
  });

  it('a signed string holds the documented short field names, and is read back with the long names', () => {
    const [userId, login, state] = [
      7 as UserId,
      { method: 'email', role: 'OPERATOR', deviceId: 'laptop', company: 'Blue Sky' } as const,
      { next: '/', deviceId: 'laptop', nonce: 'n', clientNonce: 'c' },
    ];
    const ticket = { bookingId: 5 as BookingId, bookingCode: 'BT261120000001' };
    const same = <Payload extends object>(strings: StringSigner<Payload>, given: Payload): unknown => {
      const written = strings.sign(given, NOW);
      expect([strings.open(written, NOW), strings.peek(written)]).to.deep.equal([given, given]);
      return decode(written.split('.')[0] ?? '');
    };
    const iat = NOW / 1_000;
    expect(same(loginTickets(SECRET), { userId, ...login })).to.deep.equal({
      uid: 7,
      p: 'otp',
      role: 'OPERATOR',
      device_id: 'laptop',
      company: 'Blue Sky',
      iat,
    });
    expect(same(loginTickets(SECRET), { userId, ...login, tokenVersion: 4 })).to.include({ p: 'otp', tv: 4 });
    expect(same(resetTokens(SECRET), { userId })).to.deep.equal({ uid: 7, p: 'pwreset', iat });
    expect(same(providerStates(SECRET), state)).to.deep.equal({
      p: 'gapi',
      next: '/',
      device_id: 'laptop',
      nonce: 'n',
      client_nonce: 'c',
      iat,
    });
    expect(same(invitationTokens(SECRET), { staffId: 9 as StaffId, nonce: 'n' })).to.deep.equal({
      sid: 9,
      p: 'invite',
      n: 'n',
      iat,
    });
    expect(same(ticketTokens(SECRET), ticket)).to.deep.equal({ t: 'ticket', b: 5, c: 'BT261120000001', iat });
  });

  it('a signed string is refused after a change of a single character', () => {
    const last = signature.at(-1) === 'A' ? 'B' : 'A';
    for (const crafted of [
      '',
      '.',
      'x',
      payload,
      `${payload}.`,
      `.${signature}`,
      `${text}.`,
      `${text}=`,
      `${text} `,
      ` ${text}`,
      `${payload}x.${signature}`,
      `${payload}.${signature.slice(0, -1)}`,
      `${payload}.${signature.slice(0, -1)}${last}`,
      `${encode({ b: 6, iat: NOW / 1_000 })}.${signature}`,
      `${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
      `${text}.${signature}`,
    ])
      expect(tickets.open(crafted, NOW), crafted).to.equal(undefined);
  });

  it('a signed string is refused for another purpose and under another secret', () => {
    expect(signedStrings(SECRET, 'login-ticket').open(text, NOW)).to.equal(undefined);
    expect(signedStrings(SECRET, 'password-reset').open(text, NOW)).to.equal(undefined);
    expect(signedStrings(`${SECRET}.`, 'e-ticket').open(text, NOW)).to.equal(undefined);
  });

  it('a signed string is refused after its maximum age', () => {
    const ticket = loginTickets(SECRET).sign(
      { method: 'email', userId: 7 as UserId, role: 'OPERATOR', deviceId: '' },
      NOW,
    );
    expect(loginTickets(SECRET).open(ticket, secondsAfter(NOW, 600))).to.include({ userId: 7 });
    expect(loginTickets(SECRET).open(ticket, (secondsAfter(NOW, 600) + 1) as Instant)).to.equal(undefined);
  });

  it('a signed string is valid only in the context for which it was signed', () => {
    const resets = resetTokens(SECRET);
    const token = resets.sign({ userId: 7 as UserId }, NOW, 'hash one');
    expect(resets.open(token, NOW, 'hash one')).to.deep.equal({ userId: 7 });
    for (const mixed of ['hash two', '', undefined]) expect(resets.open(token, NOW, mixed)).to.equal(undefined);
    expect(resets.open(resets.sign({ userId: 7 as UserId }, NOW), NOW, '')).to.equal(undefined);
  });

  it('a malformed signed string gives no payload, even where the payload is read without checking the signature', () => {
    for (const nonsense of ['', 'x', '.', encode(7), encode(null), encode('x')])
      expect(tickets.peek(nonsense)).to.equal(undefined);
  });
});

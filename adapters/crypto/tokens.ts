import { type KeyObject, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Role } from '../../core/accounts/account.ts';
import type { AccessClaims, BadToken, RefreshClaims, Subject, Tokens } from '../../core/accounts/crypto-ports.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { deriveKey } from './keys.ts';

const ALGORITHM = 'HS256';

type TokenType = 'access' | 'refresh';

/** The claims of this service's tokens. A valid signature proves that the claims have this form. */
interface Claims {
  readonly user_id: UserId;
  readonly role: Role;
  readonly tv: number;
  readonly typ: TokenType;
  readonly jti: string;
  readonly exp: number;
  /** The moment of the session's sign-in, in seconds since 1970. Only access tokens have this claim. */
  readonly auth_time?: number;
  /** The session's family. Only access tokens have this claim. */
  readonly sid?: string;
}

/** The most access tokens whose claims are cached. This number takes about 2 MB. */
const MOST_KNOWN = 4_000;

/** JSON Web Tokens, signed with HS256 and one key per type. */
export function jsonWebTokens(secret: string): Tokens {
  // Caches the claims of valid access tokens, because a page makes many calls with one token.
  const known = new Map<string, AccessClaims>();
  const keys = { access: deriveKey(secret, 'access-token'), refresh: deriveKey(secret, 'refresh-token') };

  const issue = (
    typ: TokenType,
    { userId, role, tokenVersion, signedInAt, family }: Subject & Pick<AccessClaims, 'signedInAt' | 'family'>,
    jti: string,
    expiresAt: Instant,
  ): string => {
    const claims: Claims = {
      user_id: userId,
      role,
      tv: tokenVersion,
      typ,
      jti,
      exp: Math.round(expiresAt / 1_000),
      ...(signedInAt !== undefined && { auth_time: signedInAt / 1_000 }),
      ...(family !== undefined && { sid: family }),
    };
    return jwt.sign(claims, keys[typ], { algorithm: ALGORITHM, noTimestamp: true });
  };

  return {
    issueAccess: (subject, expiresAt) => issue('access', subject, randomUUID(), expiresAt),
    issueRefresh: (subject, sessionId, expiresAt) => issue('refresh', subject, sessionId, expiresAt),
    readAccess(token, now) {
      const seen = known.get(token);
      if (seen && now < seen.expiresAt) return seen;
      const claims = read(token, keys.access, 'access', now);
      if ('fault' in claims) return claims;
      const access = toAccess(claims);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(token, access);
      return access;
    },
    readRefresh(token, now) {
      const claims = read(token, keys.refresh, 'refresh', now);
      return 'fault' in claims ? claims : toRefresh(claims);
    },
  };
}

function read(token: string, key: KeyObject, typ: TokenType, now: Instant): Claims | BadToken {
  try {
    const claims = jwt.verify(token, key, { algorithms: [ALGORITHM], clockTimestamp: now / 1_000 }) as Partial<Claims>;
    if (typeof claims.exp !== 'number') return { fault: 'jwt without exp' };
    if (claims.typ !== typ) return { fault: `jwt is no ${typ} token` };
    return claims as Claims;
  } catch (error) {
    return { fault: error instanceof jwt.JsonWebTokenError ? error.message : 'jwt malformed' };
  }
}

const toSubject = ({ user_id, role, tv, exp }: Claims): Subject & Pick<AccessClaims, 'expiresAt'> => ({
  userId: user_id,
  role,
  tokenVersion: tv,
  expiresAt: (exp * 1_000) as Instant,
});
const toAccess = (claims: Claims): AccessClaims => ({
  ...toSubject(claims),
  ...(claims.auth_time !== undefined && { signedInAt: (claims.auth_time * 1_000) as Instant }),
  ...(claims.sid !== undefined && { family: claims.sid }),
});
const toRefresh = (claims: Claims): RefreshClaims => ({ ...toSubject(claims), sessionId: claims.jti });

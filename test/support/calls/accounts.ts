import type { CodeId } from '../../../core/accounts/ports.ts';
import type { Stores } from '../../../core/stores.ts';

import { type Calls, LATER, LIMIT, LOCKOUT, N, NOW, SINCE, USER, seldom } from './rows.ts';

export const ACCOUNT_CALLS = {
  users: {
    add: async ({ users }) => {
      const user = {
        role: 'PASSENGER',
        fullName: 'Asha',
        email: 'new@example.com',
        phone: null,
        phoneVerified: false,
        passwordHash: '!',
        emailVerified: true,
        status: 'ACTIVE',
        avatarColor: '#15803d',
        createdAt: NOW,
      } as const;
      await users.add(user);
      await users.add(user);
    },
    find: ({ users }) => users.find(USER),
    findByEmail: ({ users }) => users.findByEmail('person-7@example.com'),
    findByPhone: ({ users }) => users.findByPhone('987', 'passengers'),
    lock: ({ users }) => users.lock(USER),
    reserveAttempt: ({ users }) => users.reserveAttempt(USER, LOCKOUT, NOW),
    releaseAttempt: ({ users }) => users.releaseAttempt(USER, { number: 1, locksUntil: null }),
    clearAttempts: ({ users }) => users.clearAttempts(USER),
    reserveWrongPassword: ({ users }) => users.reserveWrongPassword(USER, 50, NOW),
    releaseWrongPassword: ({ users }) => users.releaseWrongPassword(USER),
    reserveWrongCode: ({ users }) => users.reserveWrongCode(USER, 20, NOW),
    releaseWrongCode: ({ users }) => users.releaseWrongCode(USER),
    wrongCodes: ({ users }) => users.wrongCodes(USER, NOW),
    signedIn: ({ users }) => users.signedIn(USER, NOW),
    verifyEmail: ({ users }) => users.verifyEmail(USER),
    replacePassword: ({ users }) => users.replacePassword(USER, '!', '!!'),
    raiseTokenVersion: ({ users }) => users.raiseTokenVersion(USER),
    setStatus: ({ users }) => users.setStatus(USER, 'SUSPENDED'),
    lockActiveAdmins: ({ users }) => users.lockActiveAdmins(),
    hadAnotherAdmin: ({ users }) => users.hadAnotherAdmin(USER, SINCE),
    administrators: ({ users }) => users.administrators(),
    saveProfile: ({ users }) => users.saveProfile(USER, { fullName: 'Asha', phone: null, phoneVerified: false }),
    lockPhone: seldom,
    setEmail: ({ users }) => users.setEmail(USER, { email: null, emailVerified: false }),
    hasPaid: ({ users }) => users.hasPaid(USER),
    setAvatar: ({ users }) => users.setAvatar(USER, 'one.webp'),
    changeRole: ({ users }) => users.changeRole(USER, 'OPERATOR'),
    grantRole: ({ users }) => users.grantRole(USER, 'OPERATOR'),
    revokeRole: ({ users }) => users.revokeRole(USER, 'OPERATOR'),
    ensureOperator: ({ users }) => users.ensureOperator(USER, 'Blue Sky', NOW),
  },
  codes: {
    add: ({ codes }) =>
      codes.add({ userId: USER, family: 'EMAIL', purpose: 'SIGNUP', digest: 'x', createdAt: NOW, expiresAt: LATER }),
    remove: ({ codes }) => codes.remove(N as CodeId),
    sent: ({ codes }) => codes.sent(USER, ['SIGN_IN', 'EMAIL'], SINCE),
    reserveTry: ({ codes }) => codes.reserveTry(USER, 'SIGN_IN', 5, NOW),
    use: ({ codes }) => codes.use(N as CodeId),
    prune: ({ codes }) => codes.prune(SINCE, LIMIT),
  },
  devices: {
    find: ({ devices }) => devices.find(USER, 'device', NOW),
    isTrusted: ({ devices }) => devices.isTrusted(USER, 'device', NOW),
    reserveAttempt: ({ devices }) => devices.reserveAttempt(USER, 'device', LOCKOUT, NOW),
    releaseAttempt: ({ devices }) => devices.releaseAttempt(USER, 'device', { number: 1, locksUntil: null }),
    clearAttempts: ({ devices }) => devices.clearAttempts(USER, 'device'),
    trust: ({ devices }) => devices.trust(USER, 'device', NOW, LATER),
    revokeAll: ({ devices }) => devices.revokeAll(USER),
    prune: ({ devices }) => devices.prune(SINCE, LIMIT),
  },
  signInAddresses: {
    find: ({ signInAddresses }) => signInAddresses.find(USER, '203.0.113.7'),
    reserveAttempt: ({ signInAddresses }) => signInAddresses.reserveAttempt(USER, '203.0.113.7', LOCKOUT, NOW),
    releaseAttempt: ({ signInAddresses }) =>
      signInAddresses.releaseAttempt(USER, '203.0.113.7', { number: 1, locksUntil: null }),
    clearAttempts: ({ signInAddresses }) => signInAddresses.clearAttempts(USER, '203.0.113.7'),
    clearAllAttempts: ({ signInAddresses }) => signInAddresses.clearAllAttempts(USER),
    signedIn: ({ signInAddresses }) => signInAddresses.signedIn(USER, '203.0.113.7', NOW, LATER),
    hasSignIn: ({ signInAddresses }) => signInAddresses.hasSignIn('203.0.113.7', SINCE),
    prune: ({ signInAddresses }) => signInAddresses.prune(SINCE, LIMIT),
  },
  sessions: {
    add: ({ sessions }) =>
      sessions.add({
        id: 'new',
        family: 'new',
        startedAt: NOW,
        userId: USER,
        role: 'PASSENGER',
        issuedAt: NOW,
        expiresAt: LATER,
      }),
    find: ({ sessions }) => sessions.find('session-7'),
    rotate: ({ sessions }) => sessions.rotate('session-7', NOW),
    revokeFamily: ({ sessions }) => sessions.revokeFamily('family-7', NOW),
    revokeOthers: ({ sessions }) => sessions.revokeOthers(USER, 'family-7', NOW),
    prune: ({ sessions }) => sessions.prune(SINCE, LIMIT),
  },
  secondFactors: {
    find: ({ secondFactors }) => secondFactors.find(USER),
    start: ({ secondFactors }) => secondFactors.start(USER, 'sealed', NOW),
    confirm: ({ secondFactors }) => secondFactors.confirm(USER, 7, ['digest'], NOW),
    useStep: ({ secondFactors }) => secondFactors.useStep(USER, 8),
    useRecoveryCode: ({ secondFactors }) => secondFactors.useRecoveryCode(USER, 'digest'),
    remove: ({ secondFactors }) => secondFactors.remove(USER),
  },
  phoneCodes: {
    lockSending: seldom,
    add: ({ phoneCodes }) =>
      phoneCodes.add({
        ticket: 'new',
        phone: '9812345678',
        isKnown: true,
        isUsual: false,
        purpose: 'SIGN_IN',
        address: '203.0.113.7',
        digest: 'x',
        createdAt: NOW,
        expiresAt: LATER,
      }),
    nthNewest: async ({ phoneCodes }) => {
      await phoneCodes.nthNewest({ phone: '9812345678' }, 6, SINCE);
      await phoneCodes.nthNewest({ phone: '9812345678', isUsual: false }, 12, SINCE);
      await phoneCodes.nthNewest({ phone: '9812345678', address: '203.0.113.7' }, 3, SINCE);
      await phoneCodes.nthNewest({ address: '203.0.113.7' }, 60, SINCE);
      await phoneCodes.nthNewest({ isKnown: false }, 250, SINCE);
      await phoneCodes.nthNewest({}, 500, SINCE);
    },
    reserveTry: ({ phoneCodes }) => phoneCodes.reserveTry({ nonce: 'ticket-7', purpose: 'SIGN_IN' }, 5, NOW),
    releaseTry: ({ phoneCodes }) => phoneCodes.releaseTry({ nonce: 'ticket-7', purpose: 'SIGN_IN' }),
    use: ({ phoneCodes }) => phoneCodes.use({ nonce: 'ticket-7', purpose: 'SIGN_IN' }),
    prune: ({ phoneCodes }) => phoneCodes.prune(SINCE, LIMIT),
  },
  codeTries: {
    reserve: ({ codeTries }) => codeTries.reserve('key-7', 5, LATER, NOW),
    release: ({ codeTries }) => codeTries.release('key-7'),
    prune: ({ codeTries }) => codeTries.prune(SINCE, LIMIT),
  },
  nonces: {
    claim: ({ nonces }) => nonces.claim('key-7', LATER, NOW),
    prune: ({ nonces }) => nonces.prune(SINCE, LIMIT),
  },
  loginLog: {
    add: ({ loginLog }) =>
      loginLog.add({ kind: 'SUCCESS', userId: USER, message: '', origin: { ip: '', userAgent: '' } }, NOW),
    newest: ({ loginLog }) => loginLog.newest(LIMIT),
  },
} as const satisfies Partial<Calls<Stores, Stores>>;

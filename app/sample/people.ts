import { pickAvatarColor } from '../../core/accounts/account.ts';
import type { Position } from '../../core/accounts/membership.ts';
import type { Passwords } from '../../core/accounts/crypto-ports.ts';
import { INVITATION_DAYS } from '../../core/companies/staff.ts';
import type { Random } from '../../core/kernel/random.ts';
import { type Clock, daysAfter } from '../../core/kernel/time.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';

/**
 * Adds staff of two sample companies, besides the owners in the catalogue. These people need no invitation, so a
 * visitor can sign in as a manager, clerk or conductor.
 */

/** The password of all sample accounts. */
export const PASSWORD = 'demo-1234';

/** The account of the sample's passenger. */
export const PASSENGER = {
  fullName: 'Asha Tamang',
  email: 'asha@example.com',
  phone: '9800000001',
  password: PASSWORD,
} as const;

export const STAFF: readonly {
  readonly of: string;
  readonly fullName: string;
  readonly email: string;
  readonly position: Position;
}[] = [
  { of: 'himchuli@example.com', fullName: 'Ram Thapa', email: 'ram.himchuli@example.com', position: 'MANAGER' },
  { of: 'himchuli@example.com', fullName: 'Sushila Karki', email: 'sushila.himchuli@example.com', position: 'CLERK' },
  { of: 'himchuli@example.com', fullName: 'Gopal Tamang', email: 'gopal.himchuli@example.com', position: 'CONDUCTOR' },
  { of: 'phewa@example.com', fullName: 'Deepa Lama', email: 'deepa.phewa@example.com', position: 'MANAGER' },
  { of: 'phewa@example.com', fullName: 'Nabin Gurung', email: 'nabin.phewa@example.com', position: 'CLERK' },
];

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly transact: Transact<Pick<Stores, 'users' | 'staff'>>;
}

/** Adds the members of staff that are missing. */
export async function addSampleStaff({ clock, random, passwords, transact }: Needs): Promise<void> {
  const passwordHash = await passwords.hash(PASSWORD);
  await transact(async ({ users, staff }) => {
    const now = clock();
    for (const { of, fullName, email, position } of STAFF) {
      const owner = await users.findByEmail(of);
      if (!owner?.operatorId || (await users.findByEmail(email))) continue;
      const userId = await users.add({
        role: 'OPERATOR',
        fullName,
        email,
        phone: null,
        phoneVerified: false,
        passwordHash,
        emailVerified: true,
        status: 'ACTIVE',
        avatarColor: pickAvatarColor(random),
        createdAt: now,
      });
      const id = await staff.invite({
        operatorId: owner.operatorId,
        fullName,
        email,
        phone: null,
        position,
        nonce: random.uuid(),
        invitedAt: now,
        expiresAt: daysAfter(now, INVITATION_DAYS),
      });
      if (typeof userId === 'number' && id !== undefined)
        await staff.join(id, { userId, joinedAt: now, gaveRole: false, createdAccount: true });
    }
  });
}

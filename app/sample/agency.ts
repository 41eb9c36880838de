import { pickAvatarColor } from '../../core/accounts/account.ts';
import type { Passwords } from '../../core/accounts/crypto-ports.ts';
import { INVITATION_DAYS } from '../../core/companies/staff.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import type { Random } from '../../core/kernel/random.ts';
import { type Clock, daysAfter } from '../../core/kernel/time.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';
import { PASSWORD } from './people.ts';

/** The owner of the sample's agency, which sells tickets of all companies on account. */
export const AGENCY = {
  name: 'Himal Tickets',
  fullName: 'Maya Sherpa',
  email: 'himal.tickets@example.com',
  phone: '01-4455667',
} as const;

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly transact: Transact<Pick<Stores, 'users' | 'staff' | 'agents'>>;
}

/** Adds an agency with its owner, who needs no invitation. Adds nothing if the owner has an account. */
export async function addSampleAgency({ clock, random, passwords, transact }: Needs): Promise<void> {
  const passwordHash = await passwords.hash(PASSWORD);
  await transact(async ({ users, staff, agents }) => {
    const { name, fullName, email, phone: contactPhone } = AGENCY;
    if (await users.findByEmail(email)) return;
    const now = clock();
    const agentId = await agents.add({
      name,
      contactEmail: email,
      contactPhone,
      commissionRate: basisPoints(500),
      creditLimit: paisa(10_000_000),
      warnBelow: null,
      operators: null,
      isTest: false,
      createdAt: now,
    });
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
      agentId,
      fullName,
      email,
      phone: null,
      position: 'OWNER',
      nonce: random.uuid(),
      invitedAt: now,
      expiresAt: daysAfter(now, INVITATION_DAYS),
    });
    if (typeof userId === 'number' && id !== undefined)
      await staff.join(id, { userId, joinedAt: now, gaveRole: false, createdAccount: true });
  });
}

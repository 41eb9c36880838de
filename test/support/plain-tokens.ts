import type { Caller, Role } from '../../core/accounts/account.ts';
import { type CompanyStatus, type Position, POSITIONS } from '../../core/accounts/membership.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { START } from './clock.ts';

/** Reads the caller from a plain token, for tests of everything after authentication. */
export const authenticate = async (token: string): Promise<Caller> => {
  const [name, id, operatorId, companyStatus] = token.split('-');
  if (id === undefined) throw new Refusal('unauthenticated', 'TOKEN_INVALID', 'Please sign in again.');
  const signedIn = { userId: Number(id) as UserId, tokenVersion: 0, tokenExpiresAt: hoursAfter(START, 1) };
  const position = POSITIONS.find((one) => one === name);
  return position
    ? {
        ...signedIn,
        role: 'OPERATOR',
        staff: {
          operatorId: Number(operatorId) as OperatorId,
          position,
          companyStatus: companyStatus === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
        },
      }
    : { ...signedIn, role: name as Role };
};

export const tokenOf = (passenger: UserId): string => `PASSENGER-${passenger}`;

/** The token of a staff member of a company. */
export const staffTokenOf = (
  position: Position,
  user: UserId,
  operatorId: OperatorId,
  company: CompanyStatus = 'ACTIVE',
): string => `${position}-${user}-${operatorId}-${company}`;

export const adminTokenOf = (admin: UserId): string => `ADMIN-${admin}`;

import type { Transact } from '../kernel/unit-of-work.ts';
import { type Account, type Caller, type Origin, checkPresent } from './account.ts';
import type { LoginTicket, SecretBox, StringSigner, TotpCodes } from './crypto-ports.ts';
import { ownPassword } from './own-password.ts';
import type { AccountStores } from './ports.ts';
import { ticketInvalid, totpOn } from './refusals.ts';
import { isTicketFor, openTotpTicket } from './totp.ts';
import { type VerifyPasswordNeeds, lockVerified, verifyPassword } from './verify-password.ts';

type Stores = Pick<AccountStores, 'users' | 'devices' | 'signInAddresses' | 'nonces' | 'loginLog' | 'secondFactors'>;

interface Needs extends VerifyPasswordNeeds {
  readonly transact: Transact<Stores>;
  readonly totpCodes: TotpCodes;
  readonly secretBox: SecretBox;
  readonly loginTickets: StringSigner<LoginTicket>;
}

/** The secret for an authenticator app, as text and as the address in a QR code. Shown once. */
export interface TotpSecret {
  readonly secret: string;
  readonly url: string;
}

export type StartTotp = ReturnType<typeof startTotp>;

/**
 * Makes a secret for the authenticator app of an operator or administrator. The caller shows the password once more.
 * The secret counts after the first right code.
 */
export const startTotp =
  (needs: Needs) =>
  async (caller: Caller, password: string, origin: Origin): Promise<TotpSecret> => {
    checkPresent({ password });
    const signIn = await ownPassword(needs, caller, password, origin);
    return verifyPassword(needs)(signIn, (verified) =>
      needs.transact(async (stores) => start(needs, stores, await lockVerified(stores, verified, signIn))),
    );
  };

export type StartRequiredTotp = ReturnType<typeof startRequiredTotp>;

/** Makes the secret for an administrator who must set up an app before the first sign-in. The ticket is the proof. */
export const startRequiredTotp =
  (needs: Pick<Needs, 'clock' | 'transact' | 'totpCodes' | 'secretBox' | 'loginTickets'>) =>
  async (ticketText: string): Promise<TotpSecret> => {
    const ticket = openTotpTicket(needs, ticketText, 'totp-setup');
    return needs.transact(async (stores) => {
      const account = await stores.users.lock(ticket.userId);
      if (!account || !isTicketFor(ticket, account)) throw ticketInvalid();
      return start(needs, stores, account);
    });
  };

async function start(
  { clock, totpCodes, secretBox }: Pick<Needs, 'clock' | 'totpCodes' | 'secretBox'>,
  { secondFactors }: Pick<Stores, 'secondFactors'>,
  { id, email }: Account,
): Promise<TotpSecret> {
  const secret = totpCodes.newSecret();
  if (!(await secondFactors.start(id, secretBox.seal(secret, id), clock()))) throw totpOn();
  return { secret, url: totpCodes.url(secret, email) };
}

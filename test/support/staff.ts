import type { Account } from '../../core/accounts/account.ts';
import type { Position } from '../../core/accounts/membership.ts';
import type { InvitationMail } from '../../core/platform/mailer.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { eventually } from './eventually.ts';
import type { Api, Json } from './http.ts';
import { type Addressed, anAdmin, aPassenger, anOperator } from './people.ts';

/** A signed-in account. */
export type SignedInAccount = Addressed & { readonly token: string };

let invited = 0;

/** Functions that add company staff, administrators and passengers to a running service. */
export function staffOn(api: () => Api) {
  const signedIn = (account: Addressed, role: Account['role']): SignedInAccount => ({
    ...account,
    token: api().dependencies.tokens.issueAccess(
      { userId: account.id, role, tokenVersion: account.tokenVersion },
      minutesAfter(api().clock(), 15),
    ),
  });

  /** Adds a company, and returns its owner's account, signed in. */
  const owner = async (companyName = 'Blue Sky'): Promise<SignedInAccount> =>
    signedIn(await anOperator(api().dependencies, { companyName }), 'OPERATOR');
  const admin = async (): Promise<SignedInAccount> => signedIn(await anAdmin(api().dependencies), 'ADMIN');
  const passenger = async (): Promise<SignedInAccount> => signedIn(await aPassenger(api().dependencies), 'PASSENGER');

  const invite = (by: { readonly token: string }, given: object = {}) => {
    invited += 1;
    return api().post(
      '/api/operator/staff',
      { full_name: 'Ram Thapa', email: `ram-${invited}@staff.example.com`, position: 'CLERK', ...given },
      by.token,
    );
  };
  const accept = (token: unknown, password: unknown = 'secret-123') =>
    api().post('/api/auth/accept-invitation', { token, password });
  /** Returns the link in the last invitation that was mailed to an address. */
  const linkFor = async (email: string): Promise<URL> => {
    await api().useCases.sendMails();
    const mails = (): readonly InvitationMail[] =>
      api().mailer.sent.filter((mail): mail is InvitationMail => mail.kind === 'invitation' && mail.to === email);
    // Waits for the mail, because the mail job may still be sending it.
    await eventually(() => mails().length > 0);
    return new URL(mails().at(-1)!.link);
  };
  const tokenFor = async (email: string): Promise<string> => (await linkFor(email)).searchParams.get('token') ?? '';

  /**
   * Adds a person who has joined the company's staff in a position. Returns the account, the token and the membership.
   */
  const member = async (
    by: { readonly token: string },
    position: Position,
  ): Promise<SignedInAccount & { readonly membership: Json }> => {
    const { json } = await invite(by, { position });
    await accept(await tokenFor(json.email));
    const account = await api().dependencies.transact(({ users }) => users.findByEmail(json.email));
    if (!account) throw new Error(`${json.email} did not join.`);
    return { ...signedIn(account as Addressed, 'OPERATOR'), membership: json };
  };
  return { signedIn, owner, admin, passenger, invite, accept, linkFor, tokenFor, member };
}

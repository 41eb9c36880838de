import type { ComposedMail } from '../platform/mailer.ts';
import type { CompanyWorld } from './world.ts';

const JOIN = '/join?token=';

export const invitationLink = (portal: string, token: string): string => `${portal}${JOIN}${token}`;

const tokenOf = (link: string): string => link.slice(link.lastIndexOf(JOIN) + JOIN.length);

/**
 * Whether a queued mail should still be sent. If an invitation was withdrawn or sent again while its mail was queued,
 * the link in the mail is invalid.
 */
export const mailIsWanted =
  ({ clock, transact, invitationTokens }: CompanyWorld) =>
  async (mail: ComposedMail): Promise<boolean> => {
    if (mail.kind !== 'invitation') return true;
    const shown = invitationTokens.open(tokenOf(mail.link), clock());
    if (!shown) return false;
    const invitation = await transact(({ staff }) => staff.findInvitation(shown.staffId, clock()));
    return invitation?.nonce === shown.nonce;
  };

import { codeDigests } from '../adapters/crypto/code-digests.ts';
import { scryptPasswords } from '../adapters/crypto/passwords.ts';
import type { BusyPasswords } from '../adapters/crypto/passwords.ts';
import { loginTickets, providerStates, resetTokens, ticketTokens } from '../adapters/crypto/signed-strings.ts';
import { jsonWebTokens } from '../adapters/crypto/tokens.ts';
import { turnsByKey } from '../adapters/crypto/turns.ts';
import type { CodeDigests, LoginTicket, Passwords, ProviderState, ResetToken, StringSigner, Tokens, Turns } from '../core/accounts/ports.ts';
import type { TicketToken } from '../core/tickets/ports.ts';

/** What signs and hashes. */
export interface Crypto {
  readonly passwords: Passwords & Partial<Pick<BusyPasswords, 'load'>>;
  readonly turns: Turns;
  readonly tokens: Tokens;
  readonly digests: CodeDigests;
  readonly loginTickets: StringSigner<LoginTicket>;
  readonly resetTokens: StringSigner<ResetToken>;
  readonly providerStates: StringSigner<ProviderState>;
  readonly ticketTokens: StringSigner<TicketToken>;
}

/** Every key is derived from the one secret of the installation. */
export const cryptoOf = ({ appSecret, scryptLogN }: { readonly appSecret: string; readonly scryptLogN: number }): Crypto => ({
  passwords: scryptPasswords({ logN: scryptLogN }),
  turns: turnsByKey(),
  tokens: jsonWebTokens(appSecret),
  digests: codeDigests(appSecret),
  loginTickets: loginTickets(appSecret),
  resetTokens: resetTokens(appSecret),
  providerStates: providerStates(appSecret),
  ticketTokens: ticketTokens(appSecret),
});

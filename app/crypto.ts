import { codeDigests, sha256Digests, ticketHashes } from '../adapters/crypto/keys.ts';
import { aesSecretBox } from '../adapters/crypto/secret-box.ts';
import { type BusyPasswords, scryptPasswords } from '../adapters/crypto/passwords.ts';
import {
  emailTickets,
  invitationTokens,
  loginTickets,
  oldNumberTickets,
  passTokens,
  phoneTickets,
  placeTokens,
  providerStates,
  resetTokens,
  signedStrings,
  ticketTokens,
} from '../adapters/crypto/signed-strings.ts';
import { draws } from '../adapters/crypto/draws.ts';
import { webhookSecrets } from '../adapters/crypto/webhook-secrets.ts';
import { jsonWebTokens } from '../adapters/crypto/tokens.ts';
import { totpCodesOf } from '../adapters/crypto/totp.ts';
import { keyedMutex } from '../adapters/crypto/keyed-mutex.ts';
import type {
  CodeDigests,
  EmailTicket,
  LoginTicket,
  OldNumberTicket,
  Passwords,
  ResetToken,
  SecretBox,
  StringSigner,
  Tokens,
  TotpCodes,
  KeyedMutex,
} from '../core/accounts/crypto-ports.ts';
import type { TokenDigests } from '../core/boarding/device-ports.ts';
import type { ProviderState } from '../core/accounts/identity-provider.ts';
import type { PhoneTicket } from '../core/accounts/phone-code.ts';
import type { InvitationToken } from '../core/companies/staff.ts';
import type { PassToken, PlaceToken } from '../core/line/world.ts';
import type { DrawCrypto } from '../core/line/door.ts';
import type { WebhookSecrets } from '../core/listening/ports.ts';
import type { Position } from '../core/kernel/page.ts';
import type { TicketToken } from '../core/bookings/ticket-token.ts';

/** All functions that sign or hash. */
export interface Crypto {
  readonly passwords: Passwords & Partial<Pick<BusyPasswords, 'load'>>;
  readonly mutex: KeyedMutex;
  readonly tokens: Tokens;
  readonly digests: CodeDigests;
  readonly totpCodes: TotpCodes;
  readonly secretBox: SecretBox;
  readonly tokenDigests: TokenDigests;
  readonly ticketHashes: TokenDigests;
  readonly loginTickets: StringSigner<LoginTicket>;
  readonly phoneTickets: StringSigner<PhoneTicket>;
  readonly oldNumberTickets: StringSigner<OldNumberTicket>;
  readonly emailTickets: StringSigner<EmailTicket>;
  readonly resetTokens: StringSigner<ResetToken>;
  readonly providerStates: StringSigner<ProviderState>;
  readonly invitationTokens: StringSigner<InvitationToken>;
  readonly ticketTokens: StringSigner<TicketToken>;
  readonly cursors: StringSigner<{ readonly position: Position }>;
  readonly webhookSecrets: WebhookSecrets;
  readonly draws: DrawCrypto;
  readonly placeTokens: StringSigner<PlaceToken>;
  readonly passTokens: StringSigner<PassToken>;
}

/** Makes the signing and hashing functions. Every key is derived from APP_SECRET. */
export const cryptoOf = ({
  appSecret,
  scryptLogN,
  brand,
}: {
  readonly appSecret: string;
  readonly scryptLogN: number;
  /** The name under which authenticator apps list their codes. */
  readonly brand: string;
}): Crypto => ({
  passwords: scryptPasswords({ logN: scryptLogN }),
  mutex: keyedMutex(),
  tokens: jsonWebTokens(appSecret),
  digests: codeDigests(appSecret),
  totpCodes: totpCodesOf(brand),
  secretBox: aesSecretBox(appSecret),
  tokenDigests: sha256Digests,
  ticketHashes,
  loginTickets: loginTickets(appSecret),
  phoneTickets: phoneTickets(appSecret),
  oldNumberTickets: oldNumberTickets(appSecret),
  emailTickets: emailTickets(appSecret),
  resetTokens: resetTokens(appSecret),
  providerStates: providerStates(appSecret),
  invitationTokens: invitationTokens(appSecret),
  ticketTokens: ticketTokens(appSecret),
  cursors: signedStrings(appSecret, 'cursor'),
  webhookSecrets: webhookSecrets(appSecret),
  draws,
  placeTokens: placeTokens(appSecret),
  passTokens: passTokens(appSecret),
});

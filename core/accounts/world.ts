import type { PlatformStores, PlatformWorld } from '../platform/world.ts';
import type {
  CodeDigests,
  EmailTicket,
  KeyedMutex,
  LoginTicket,
  OldNumberTicket,
  Passwords,
  ResetToken,
  SecretBox,
  StringSigner,
  Tokens,
  TotpCodes,
} from './crypto-ports.ts';
import type { IdentityProvider, ProviderState } from './identity-provider.ts';
import type { LockoutPolicy } from './lockout.ts';
import type { PhoneCodePolicy, PhoneCodeRepo, PhoneTicket } from './phone-code.ts';
import type {
  AccountViews,
  Avatars,
  CodeRepo,
  DeviceRepo,
  LoginLog,
  NonceStore,
  SessionRepo,
  UserRepo,
  CodePolicy,
} from './ports.ts';
import type { AdminTotp, CodeTries, SecondFactorRepo } from './second-factor.ts';
import type { SignInAddressRepo } from './sign-in-address.ts';
import type { TakeMail } from './stranger-mails.ts';
import type { LoginLogViews, UserDirectory } from './user-directory.ts';

/** The stores of one transaction: those of the area `accounts` and of the areas below it. */
export interface AccountStores extends PlatformStores {
  readonly users: UserRepo;
  readonly codes: CodeRepo;
  readonly devices: DeviceRepo;
  readonly signInAddresses: SignInAddressRepo;
  readonly sessions: SessionRepo;
  readonly nonces: NonceStore;
  readonly loginLog: LoginLog;
  readonly secondFactors: SecondFactorRepo;
  readonly codeTries: CodeTries;
  readonly phoneCodes: PhoneCodeRepo;
}

/** The dependencies of use cases of the area `accounts`. */
export interface AccountWorld<Stores extends AccountStores = AccountStores> extends PlatformWorld<Stores> {
  readonly accounts: AccountViews;
  readonly userDirectory: UserDirectory;
  readonly loginLogViews: LoginLogViews;
  readonly avatars: Avatars;
  readonly passwords: Passwords;
  readonly mutex: KeyedMutex;
  readonly digests: CodeDigests;
  readonly tokens: Tokens;
  readonly totpCodes: TotpCodes;
  readonly secretBox: SecretBox;
  readonly emailTickets: StringSigner<EmailTicket>;
  readonly loginTickets: StringSigner<LoginTicket>;
  readonly oldNumberTickets: StringSigner<OldNumberTicket>;
  readonly phoneTickets: StringSigner<PhoneTicket>;
  readonly providerStates: StringSigner<ProviderState>;
  readonly resetTokens: StringSigner<ResetToken>;
  /** Undefined if no provider is set up. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly takeMail: TakeMail;
  readonly lockout: LockoutPolicy;
  readonly otp: CodePolicy;
  readonly smsCodes: PhoneCodePolicy;
  readonly adminTotp: AdminTotp;
  readonly accessTokenMinutes: number;
  readonly refreshTokenDays: number;
  readonly deviceTrustDays: number;
  /** The address of the passengers' pages, without a slash at the end. */
  readonly passengerClientBase: string;
  readonly operatorLoginUrl: string;
}

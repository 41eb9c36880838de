import { Refusal } from '../kernel/refusal.ts';
import { secondsAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Account } from './account.ts';
import type { Origin } from './caller.ts';
import { enter } from './enter.ts';
import type { SessionNeeds, SignedIn } from './enter.ts';
import { findOrAddOperator } from './find-or-add-operator.ts';
import type { AccountStores, IdentityProvider, LoginTicket, ProvidedIdentity, ProviderState, StringSigner } from './ports.ts';
import { googleCancelled, googleFailed, googleNotSetUp, googleSentNoCode, googleStateInvalid, googleUnverified } from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendingNeeds } from './send-code.ts';
import type { CodeSent } from './sign-in-portal.ts';
import { verifierIn, VISIT_SECONDS } from './start-google-sign-in.ts';

interface Needs extends SessionNeeds, SendingNeeds {
  readonly transact: Transact<AccountStores>;
  readonly identityProvider: IdentityProvider | undefined;
  readonly providerStates: StringSigner<ProviderState>;
  readonly loginTickets: StringSigner<LoginTicket>;
}

/** What the browser comes back with; empty where it brings nothing. */
export interface Return {
  readonly state: string;
  readonly code: string;
  readonly error: string;
  readonly proof: string;
}

export interface Arrival {
  /** Where the sign-in began; undefined when that can't be told. */
  readonly next: string | undefined;
  readonly outcome: SignedIn | CodeSent | Refusal;
}

export type SignInWithGoogle = ReturnType<typeof signInWithGoogle>;

/** Ends a visit to the identity provider. A refusal is an outcome too: the browser is always sent on. */
export const signInWithGoogle = (needs: Needs) =>
  async (brought: Return, origin: Origin): Promise<Arrival> => {
    const { clock, transact } = needs;
    let visit: KnownVisit | undefined;
    let identity: ProvidedIdentity | undefined;
    try {
      visit = await takeVisit(needs, brought);
      identity = await identityOf(needs, visit, brought);
      return { next: visit.state.next, outcome: await comeIn(needs, identity, visit.state, origin) };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const failed = { kind: 'FAILED', role: 'OPERATOR', message: refusal.message, origin, ...(identity && { email: identity.email }) } as const;
      // When it is the database that refuses, the log can't be written either.
      await transact(({ loginLog }) => loginLog.add(failed, clock())).catch(() => undefined);
      return { next: visit?.state.next, outcome: refusal };
    }
  };

interface KnownVisit {
  readonly state: ProviderState;
  readonly verifier: string;
}

/** The visit that a state speaks of: it ends once, and in the browser in which it began. */
async function takeVisit({ clock, transact, providerStates }: Needs, { state: signed, proof }: Return): Promise<KnownVisit> {
  const now = clock();
  const state = providerStates.open(signed, now);
  if (!state) throw googleStateInvalid();
  const verifier = verifierIn(proof, state);
  if (verifier === undefined) throw googleStateInvalid();
  const isFirst = await transact(({ usedOnce }) => usedOnce.claim(`provider-state:${state.nonce}`, secondsAfter(now, VISIT_SECONDS), now));
  if (!isFirst) throw googleStateInvalid();
  return { state, verifier };
}

async function identityOf({ identityProvider }: Needs, { verifier }: KnownVisit, { code, error }: Return): Promise<ProvidedIdentity> {
  if (error !== '') throw googleCancelled();
  if (code === '') throw googleSentNoCode();
  if (!identityProvider) throw googleNotSetUp();

  const identity = await identityProvider.identify({ code, verifier });
  if (typeof identity === 'string') throw googleFailed(identity);
  if (!identity.emailVerified) throw googleUnverified();
  return identity;
}

/** In at once on a trusted device, and by a mailed code everywhere else. */
async function comeIn(needs: Needs, identity: ProvidedIdentity, { device_id }: ProviderState, origin: Origin): Promise<SignedIn | CodeSent> {
  const { clock, transact, loginTickets } = needs;
  const outcome = await transact(async (stores): Promise<SignedIn | Account> => {
    const now = clock();
    const account = await findOrAddOperator(needs)(stores, identity, now);
    const isTrusted = await stores.devices.isTrusted(account.id, device_id, now);
    return isTrusted ? enter(needs)(stores, { userId: account.id, role: 'OPERATOR', origin }, now) : account;
  });
  if ('access' in outcome) return outcome;

  const refusal = await sendCode(needs)({ account: outcome, family: 'SIGN_IN', purpose: 'LOGIN', origin });
  if (refusal) throw refusal;
  return { ticket: loginTickets.sign({ uid: outcome.id, p: 'otp', role: 'OPERATOR', device_id }, clock()), email: outcome.email };
}

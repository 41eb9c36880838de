import { Refusal } from '../kernel/refusal.ts';
import { secondsAfter } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { isOperatorEmail, normalEmail } from './account.ts';
import type { Account, Origin } from './account.ts';
import { openSession } from './open-session.ts';
import type { SessionNeeds, SignedIn } from './open-session.ts';
import { findOrAddOperator } from './find-or-add-operator.ts';
import type { IdentityProvider, ProvidedIdentity, ProviderState } from './identity-provider.ts';
import type { AccountStores } from './ports.ts';
import type { LoginTicket, StringSigner } from './crypto-ports.ts';
import {
  providerSignInCancelled,
  providerFailed,
  providerNotSetUp,
  providerSentNoCode,
  providerStateInvalid,
  providerEmailUnverified,
} from './refusals.ts';
import { sendCode } from './send-code.ts';
import type { SendCodeNeeds } from './send-code.ts';
import type { CodeSent } from './sign-in-portal.ts';
import { verifierIn, AUTHORIZATION_SECONDS } from './start-provider-sign-in.ts';

interface Needs extends SessionNeeds, SendCodeNeeds {
  readonly transact: Transact<AccountStores>;
  readonly identityProvider: IdentityProvider | undefined;
  readonly providerStates: StringSigner<ProviderState>;
  readonly loginTickets: StringSigner<LoginTicket>;
}

/** What the browser brings back from the provider; texts are empty if missing. */
export interface AuthorizationResponse {
  readonly state: string;
  readonly code: string;
  readonly error: string;
  /** From the cookie of the request. */
  readonly proof: string;
}

export interface ProviderSignInResult {
  /** Where to send the browser; undefined if the state does not say. */
  readonly next: string | undefined;
  /** What the page that started the sign-in gets back; undefined if it sent none, or the state does not say. */
  readonly clientNonce: string | undefined;
  readonly outcome: SignedIn | CodeSent | Refusal;
}

export type SignInWithProvider = ReturnType<typeof signInWithProvider>;

/** Finishes a sign-in with the identity provider. A refusal is an outcome too, since the browser is always sent on. */
export const signInWithProvider =
  (needs: Needs) =>
  async (response: AuthorizationResponse, origin: Origin): Promise<ProviderSignInResult> => {
    const { clock, transact } = needs;
    let pending: PendingRequest | undefined;
    let identity: ProvidedIdentity | undefined;
    const resultOf = (outcome: ProviderSignInResult['outcome']): ProviderSignInResult => ({
      next: pending?.state.next,
      clientNonce: pending?.state.clientNonce,
      outcome,
    });
    try {
      pending = await redeemState(needs, response);
      identity = await identify(needs, pending, response);
      return resultOf(await signInAs(needs, identity, pending.state, origin));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const { message } = refusal;
      const email = normalEmail(identity?.email ?? '');
      // If it is the database that refuses, the log cannot be written either.
      await transact(async ({ users, loginLog }) => {
        const known = isOperatorEmail(email) ? await users.findByEmail(email) : undefined;
        const who = known ? { userId: known.id, email } : isOperatorEmail(email) && { email };
        await loginLog.add({ kind: 'FAILED', role: 'OPERATOR', message, origin, ...who }, clock());
      }).catch(() => undefined);
      return resultOf(refusal);
    }
  };

/** A request that the provider may answer. */
interface PendingRequest {
  readonly state: ProviderState;
  readonly verifier: string;
}

/** Accepts a state once, and only from the browser that the request was made for. */
async function redeemState(
  { clock, transact, providerStates }: Needs,
  { state: signed, proof }: AuthorizationResponse,
): Promise<PendingRequest> {
  const now = clock();
  const state = providerStates.open(signed, now);
  if (!state) throw providerStateInvalid();
  const verifier = verifierIn(proof, state);
  if (verifier === undefined) throw providerStateInvalid();
  const isFirst = await transact(({ nonces }) =>
    nonces.claim(`provider-state:${state.nonce}`, secondsAfter(now, AUTHORIZATION_SECONDS), now),
  );
  if (!isFirst) throw providerStateInvalid();
  return { state, verifier };
}

async function identify(
  { identityProvider }: Needs,
  { verifier }: PendingRequest,
  { code, error }: AuthorizationResponse,
): Promise<ProvidedIdentity> {
  if (error !== '') throw providerSignInCancelled();
  if (code === '') throw providerSentNoCode();
  if (!identityProvider) throw providerNotSetUp();

  const identity = await identityProvider.identify({ code, verifier });
  if (typeof identity === 'string') throw providerFailed(identity);
  if (!identity.emailVerified) throw providerEmailUnverified();
  return identity;
}

/** Signs in at once on a trusted device; elsewhere a mailed code is needed. */
async function signInAs(
  needs: Needs,
  identity: ProvidedIdentity,
  { deviceId }: ProviderState,
  origin: Origin,
): Promise<SignedIn | CodeSent> {
  const { clock, transact, loginTickets } = needs;
  const outcome = await transact(async (stores): Promise<SignedIn | Account> => {
    const now = clock();
    const account = await findOrAddOperator(needs)(stores, identity, now);
    const isTrusted = await stores.devices.isTrusted(account.id, deviceId, now);
    return isTrusted ? openSession(needs)(stores, { userId: account.id, role: 'OPERATOR', origin }, now) : account;
  });
  if ('access' in outcome) return outcome;

  const refusal = await sendCode(needs)({
    account: outcome,
    family: 'SIGN_IN',
    purpose: 'LOGIN',
    firstFactor: 'provider',
    origin,
  });
  if (refusal) throw refusal;
  return {
    ticket: loginTickets.sign({ userId: outcome.id, role: 'OPERATOR', deviceId }, clock()),
    email: outcome.email,
  };
}

import { Refusal } from '../kernel/refusal.ts';
import { cut } from '../kernel/text.ts';
import { secondsAfter } from '../kernel/time.ts';
import type { Account, Origin } from './account.ts';
import { isOperatorEmail, normalEmail } from './email-address.ts';
import { findOrAddOperator } from './find-or-add-operator.ts';
import type { ProvidedIdentity, ProviderState } from './identity-provider.ts';
import { type SignedIn, openSession } from './open-session.ts';
import {
  providerEmailUnverified,
  providerFailed,
  providerNotSetUp,
  providerSentNoCode,
  providerSignInCancelled,
  providerStateInvalid,
} from './refusals.ts';
import { type Method, type SecondStep, beginSecondStep, methodFor } from './second-step.ts';
import { LONGEST_DEVICE_ID } from './sign-in-portal.ts';
import type { AccountWorld } from './world.ts';

/** Seconds within which the browser must come back from the provider. */
export const AUTHORIZATION_SECONDS = 600;

export interface AuthorizationRequest {
  /** The URL at the provider to which the service redirects the browser. */
  readonly location: string;
  /** The content of a cookie: the state's nonce, and the PKCE verifier, which only this browser gets. */
  readonly proof: string;
}

const proofOf = (nonce: string, verifier: string): string => `${nonce}.${verifier}`;

/** The PKCE verifier in the cookie; undefined if the cookie belongs to another state. */
function verifierIn(proof: string, { nonce }: ProviderState): string | undefined {
  const [ours, verifier = ''] = proof.split('.');
  return ours === nonce && verifier !== '' ? verifier : undefined;
}

/** Trims a device id or nonce that a client sent. Empty if the text contains control characters. */
const nameOf = (text: string): string =>
  /\p{Cc}/u.test(text) ? '' : cut(text.normalize('NFC').trim(), LONGEST_DEVICE_ID);

interface ProviderSignIn {
  /** The page to which the browser is redirected after the sign-in. The caller has checked that the page is allowed. */
  readonly next: string;
  readonly deviceId: string;
  /**
   * A text that the page sends when it starts the sign-in. The result contains the same text, so that the page
   * recognises its own sign-in.
   */
  readonly clientNonce?: string;
}

export type StartProviderSignIn = ReturnType<typeof startProviderSignIn>;

/** Makes the URL and the cookie that send the browser to the identity provider. */
export const startProviderSignIn =
  ({ clock, random, identityProvider, providerStates }: AccountWorld) =>
  async ({ next, deviceId, clientNonce = '' }: ProviderSignIn): Promise<AuthorizationRequest> => {
    if (!identityProvider) throw providerNotSetUp();
    const [nonce, verifier] = [random.uuid(), `${random.uuid()}-${random.uuid()}`];
    const returned = nameOf(clientNonce);
    const state = providerStates.sign(
      { next, deviceId: nameOf(deviceId), nonce, ...(returned !== '' && { clientNonce: returned }) },
      clock(),
    );
    return { location: identityProvider.authorizationUrl({ state, verifier }), proof: proofOf(nonce, verifier) };
  };

/** Parameters that the provider adds to the URL when it sends the browser back. A missing parameter is empty. */
export interface AuthorizationResponse {
  readonly state: string;
  readonly code: string;
  readonly error: string;
  /** The content of the cookie that was set when the sign-in started. */
  readonly proof: string;
}

export interface ProviderSignInResult {
  /** The page that the browser is redirected to; undefined if the state does not name one. */
  readonly next: string | undefined;
  /** The nonce of the page that started the sign-in. Undefined if the page sent none, or the state is invalid. */
  readonly clientNonce: string | undefined;
  readonly outcome: SignedIn | SecondStep | Refusal;
}

export type SignInWithProvider = ReturnType<typeof signInWithProvider>;

/**
 * Finishes a sign-in with the identity provider. Returns a refusal instead of throwing it, because the browser is
 * redirected in any case.
 */
export const signInWithProvider =
  (needs: AccountWorld) =>
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
      const result = resultOf(refusal);
      // Anybody can make up a state, as often as they like.
      if (pending === undefined) return result;
      const { message } = refusal;
      const email = normalEmail(identity?.email ?? '');
      // Ignores an error while the login log is written. A database that failed during the sign-in may fail here, too,
      // and the caller gets the refusal in any case.
      await transact(async ({ users, loginLog }) => {
        const known = isOperatorEmail(email) ? await users.findByEmail(email) : undefined;
        const who = known ? { userId: known.id, email } : isOperatorEmail(email) && { email };
        await loginLog.add({ kind: 'FAILED', role: 'OPERATOR', message, origin, ...who }, clock());
      }).catch(() => undefined);
      return result;
    }
  };

/** The state and the PKCE verifier of a sign-in that this browser started. */
interface PendingRequest {
  readonly state: ProviderState;
  readonly verifier: string;
}

/** Accepts a state once, and only from the browser that started the sign-in. */
async function redeemState(
  { clock, transact, identityProvider, providerStates }: AccountWorld,
  { state: signed, proof }: AuthorizationResponse,
): Promise<PendingRequest> {
  if (!identityProvider) throw providerNotSetUp();
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
  { identityProvider }: AccountWorld,
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

/** Signs in at once on a trusted device. Other devices need the code of the authenticator app, or a mailed code. */
async function signInAs(
  needs: AccountWorld,
  identity: ProvidedIdentity,
  { deviceId }: ProviderState,
  origin: Origin,
): Promise<SignedIn | SecondStep> {
  const { clock, transact, adminTotp } = needs;
  const role = 'OPERATOR';
  const outcome = await transact(
    async (stores): Promise<SignedIn | { readonly account: Account; readonly method: Method }> => {
      const now = clock();
      const account = await findOrAddOperator(needs)(stores, identity, now);
      const method = await methodFor(stores, { account, role, deviceId }, adminTotp, now);
      return method ? { account, method } : openSession(needs)(stores, { userId: account.id, role, origin }, now);
    },
  );
  if ('access' in outcome) return outcome;
  const { account, method } = outcome;
  return beginSecondStep(needs)({ account, role, deviceId }, method, { firstFactor: 'provider', origin });
}

import type { Random } from '../kernel/random.ts';
import { cut } from '../kernel/text.ts';
import type { Clock } from '../kernel/time.ts';
import type { StringSigner } from './crypto-ports.ts';
import type { IdentityProvider, ProviderState } from './identity-provider.ts';
import { providerNotSetUp } from './refusals.ts';
import { LONGEST_DEVICE_ID } from './sign-in-portal.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  /** Undefined if none is set up. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly providerStates: StringSigner<ProviderState>;
}

/** How long a browser may take to come back from the provider. */
export const AUTHORIZATION_SECONDS = 600;

export interface AuthorizationRequest {
  /** The address that the browser is sent to. */
  readonly location: string;
  /** Content of a cookie: the nonce of the state and the PKCE verifier, which nobody but this browser gets. */
  readonly proof: string;
}

const proofOf = (nonce: string, verifier: string): string => `${nonce}.${verifier}`;

/** The verifier, if the proof belongs to the state. */
export function verifierIn(proof: string, { nonce }: ProviderState): string | undefined {
  const [ours, verifier = ''] = proof.split('.');
  return ours === nonce && verifier !== '' ? verifier : undefined;
}

/** Text with control characters counts as none. */
const nameOf = (text: string): string =>
  /\p{Cc}/u.test(text) ? '' : cut(text.normalize('NFC').trim(), LONGEST_DEVICE_ID);

interface ProviderSignIn {
  /** The address that the browser ends at. The caller has checked that it is allowed. */
  readonly next: string;
  readonly deviceId: string;
  /** The page that starts the sign-in gets it back, and can tell by it that the result is its own. */
  readonly clientNonce?: string;
}

export type StartProviderSignIn = ReturnType<typeof startProviderSignIn>;

/** Makes the request that the browser takes to the identity provider. */
export const startProviderSignIn =
  ({ clock, random, identityProvider, providerStates }: Needs) =>
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

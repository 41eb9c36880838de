import type { Random } from '../kernel/random.ts';
import { cut } from '../kernel/text.ts';
import type { Clock } from '../kernel/time.ts';
import type { IdentityProvider, ProviderState, StringSigner } from './ports.ts';
import { googleNotSetUp } from './refusals.ts';
import { LONGEST_DEVICE_ID } from './sign-in-portal.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  /** Undefined where none is set up. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly providerStates: StringSigner<ProviderState>;
}

/** How long a browser may take to come back. */
export const VISIT_SECONDS = 600;

export interface Visit {
  /** Where the provider is asked. */
  readonly location: string;
  /** What the browser keeps to itself and brings back: it alone holds the verifier, and only it fits the state. */
  readonly proof: string;
}

const proofOf = (nonce: string, verifier: string): string => `${nonce}.${verifier}`;

/** The verifier, when the proof belongs to the state. */
export function verifierIn(proof: string, { nonce }: ProviderState): string | undefined {
  const [ours, verifier = ''] = proof.split('.');
  return ours === nonce && verifier !== '' ? verifier : undefined;
}

/** A name with control characters names nothing. */
const nameOf = (deviceId: string): string => (/\p{Cc}/u.test(deviceId) ? '' : cut(deviceId.normalize('NFC').trim(), LONGEST_DEVICE_ID));

export type StartGoogleSignIn = ReturnType<typeof startGoogleSignIn>;

/** Sends a browser to the identity provider. `next` is where it ends up, already found to be allowed. */
export const startGoogleSignIn = ({ clock, random, identityProvider, providerStates }: Needs) =>
  async ({ next, deviceId }: { readonly next: string; readonly deviceId: string }): Promise<Visit> => {
    if (!identityProvider) throw googleNotSetUp();
    const [nonce, verifier] = [random.uuid(), `${random.uuid()}-${random.uuid()}`];
    const state = providerStates.sign({ p: 'gapi', next, device_id: nameOf(deviceId), nonce }, clock());
    return { location: identityProvider.authorizationUrl({ state, verifier }), proof: proofOf(nonce, verifier) };
  };

import { expect } from 'chai';
import type { IdentityFailure, IdentityProvider, ProvidedIdentity } from '../../../core/accounts/identity-provider.ts';
import {
  type AuthorizationResponse,
  type ProviderSignInResult,
  signInWithProvider,
  startProviderSignIn,
} from '../../../core/accounts/sign-in-with-provider.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { secondsAfter } from '../../../core/kernel/time.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { type Accounts, accountsOn, ORIGIN } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger } from '../../support/people.ts';
import { providerOf } from '../../../adapters/memory/identity-provider.ts';

const NEXT = 'http://localhost:5173/operator';

onEveryEngine('the return from an identity provider', (engine) => {
  let accounts: Accounts;
  let person: ProvidedIdentity | IdentityFailure;
  let provider: ReturnType<typeof providerOf>;

  beforeEach(() => {
    accounts = accountsOn(engine());
    person = { email: 'Sita@Example.com', emailVerified: true, name: 'Sita Rai' };
    provider = providerOf(() => person);
  });

  const dependencies = (identityProvider: IdentityProvider | undefined = provider) => ({
    ...accounts.dependencies,
    identityProvider,
  });

  /** Starts a sign-in, and returns the provider's response as the browser brings it back. */
  async function authorize({ deviceId = '', next = NEXT } = {}): Promise<AuthorizationResponse> {
    const { location, proof } = await startProviderSignIn(dependencies())({ next, deviceId });
    const { searchParams } = new URL(location);
    return { state: searchParams.get('state')!, code: searchParams.get('code')!, error: '', proof };
  }
  const complete = (response: AuthorizationResponse): Promise<ProviderSignInResult> =>
    signInWithProvider(dependencies())(response, ORIGIN);
  const signIn = async (options = {}): Promise<ProviderSignInResult> => complete(await authorize(options));

  const codeOf = ({ outcome }: ProviderSignInResult): string => (outcome instanceof Refusal ? outcome.code : 'none');
  function sent({ outcome }: ProviderSignInResult) {
    if (outcome instanceof Refusal) throw outcome;
    if (!('ticket' in outcome)) throw new Error('No code was sent.');
    return outcome;
  }
  const findSita = () => engine().transact(({ users }) => users.findByEmail('sita@example.com'));

  describe('responses of an identity provider', () => {
    it('an identity provider’s response is accepted only once', async () => {
      const response = await authorize();
      sent(await complete(response));
      const again = await complete(response);
      expect([codeOf(again), again.next]).to.deep.equal(['GOOGLE_STATE_INVALID', undefined]);
      expect(provider.asked).to.have.length(1);
    });

    it('an identity provider’s response is accepted only once when it arrives three times at once', async () => {
      const response = await authorize();
      const outcomes = await Promise.all([complete(response), complete(response), complete(response)]);
      expect(outcomes.map(codeOf).sort()).to.deep.equal(['GOOGLE_STATE_INVALID', 'GOOGLE_STATE_INVALID', 'none']);
    });

    it('an identity provider’s response is refused without the cookie of the browser that started the sign-in', async () => {
      const [mine, theirs] = [await authorize(), await authorize()];
      for (const proof of [
        '',
        '.',
        mine.proof.split('.')[0]!,
        `${mine.proof.split('.')[0]}.`,
        theirs.proof,
        mine.state,
      ]) {
        const result = await complete({ ...mine, proof });
        expect([codeOf(result), result.next], proof).to.deep.equal(['GOOGLE_STATE_INVALID', undefined]);
      }
      expect(provider.asked).to.deep.equal([]);
      sent(await complete(mine));
    });

    it('an identity provider’s response is accepted only within ten minutes after the sign-in began', async () => {
      const [inTime, tooLate] = [await authorize(), await authorize()];
      accounts.clock.set(secondsAfter(START, 600));
      sent(await complete(inTime));
      accounts.clock.set(secondsAfter(START, 600.001));
      expect(codeOf(await complete(tooLate))).to.equal('GOOGLE_STATE_INVALID');
    });

    it('an identity provider’s response is refused with a forged or changed state parameter', async () => {
      const response = await authorize();
      const [payload, signature] = response.state.split('.') as [string, string];
      const bent = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('5173', '6666')).toString(
        'base64url',
      );
      const ticket = CRYPTO.loginTickets.sign(
        { method: 'email', userId: 1 as never, role: 'OPERATOR', deviceId: '' },
        START,
      );
      for (const state of [
        '',
        'x',
        '.',
        payload,
        `${payload}.`,
        `${bent}.${signature}`,
        `${payload}.${signature}x`,
        ticket,
      ]) {
        expect(codeOf(await complete({ ...response, state })), state).to.equal('GOOGLE_STATE_INVALID');
      }
    });

    it('the state parameter of a sign-in with an identity provider does not reveal the PKCE verifier', async () => {
      const { state, proof } = await authorize();
      const [nonce, verifier] = proof.split('.') as [string, string];
      const shown = JSON.parse(Buffer.from(state.split('.')[0]!, 'base64url').toString()) as object;
      expect(shown).to.include({ p: 'gapi', next: NEXT, device_id: '', nonce });
      expect(JSON.stringify(shown)).not.to.contain(verifier);
      expect(verifier).to.match(/^[A-Za-z0-9._~-]{43,128}$/);
    });
  });

  describe('an account that loses its address while a provider sign-in waits for it', () => {
    /** Changes the address of the first account that is locked, as another transaction does just before. */
    const afterChange = (email: {
      readonly email: string | null;
      readonly emailVerified: boolean;
    }): Transact<Stores> => {
      const { transact } = engine();
      let locks = 0;
      return (work) =>
        transact((stores) =>
          work({
            ...stores,
            users: {
              ...stores.users,
              lock: async (id) => {
                locks += 1;
                if (locks === 1) await stores.users.setEmail(id, email);
                if (locks > 9) throw new Error('The sign-in does not end.');
                return stores.users.lock(id);
              },
            },
          }),
        );
    };
    for (const email of [
      { email: 'mina@example.com', emailVerified: true },
      { email: null, emailVerified: false },
    ])
      it(`a provider sign-in opens no account whose address has just become ${email.email ?? 'empty'}`, async () => {
        const mina = await aPassenger(engine(), { email: 'sita@example.com', emailVerified: false });
        const response = await authorize();
        const needs = { ...dependencies(), transact: afterChange(email) };
        expect(sent(await signInWithProvider(needs)(response, ORIGIN)).email).to.equal('sita@example.com');
        const after = await engine().transact(({ users }) => users.find(mina.id));
        expect(after).to.deep.equal({ ...mina, ...email });
        expect((await findSita())?.id).not.to.equal(mina.id);
      });
  });

  describe('failures of a provider sign-in', () => {
    it('a sign-in with an identity provider reports each kind of failure of the provider', async () => {
      const failures: readonly (readonly [ProvidedIdentity | IdentityFailure, string])[] = [
        ['network', 'GOOGLE_FAILED'],
        ['no access token', 'GOOGLE_FAILED'],
        ['no email', 'GOOGLE_FAILED'],
        [{ email: 'sita@example.com', emailVerified: false, name: undefined }, 'GOOGLE_UNVERIFIED'],
        [{ email: 'sita', emailVerified: true, name: undefined }, 'GOOGLE_FAILED'],
        [{ email: 'a@x.com,sita@example.com', emailVerified: true, name: undefined }, 'GOOGLE_FAILED'],
        [{ email: 'sita@example.com\u0000', emailVerified: true, name: undefined }, 'GOOGLE_FAILED'],
      ];
      for (const [answer, code] of failures) {
        person = answer;
        const result = await signIn();
        expect([codeOf(result), result.next], JSON.stringify(answer)).to.deep.equal([code, NEXT]);
      }
      expect(await findSita()).to.equal(undefined);
    });

    it('a sign-in with an identity provider reports that the person cancelled, or that the provider sent no code', async () => {
      expect(codeOf(await complete({ ...(await authorize()), error: 'access_denied' }))).to.equal('GOOGLE_CANCELLED');
      expect(codeOf(await complete({ ...(await authorize()), error: 'access_denied', code: '' }))).to.equal(
        'GOOGLE_CANCELLED',
      );
      expect(codeOf(await complete({ ...(await authorize()), code: '' }))).to.equal('GOOGLE_NO_CODE');
      expect(provider.asked).to.deep.equal([]);
    });

    it('a sign-in with an identity provider reports that the code could not be mailed, or was mailed moments ago', async () => {
      accounts.mailer.broken = true;
      const unmailed = await signIn();
      expect([codeOf(unmailed), unmailed.next]).to.deep.equal(['CODE_NOT_SENT', NEXT]);
      accounts.mailer.broken = false;
      sent(await signIn());
      expect((await signIn()).outcome)
        .to.have.property('message')
        .that.matches(/wait \d+ seconds/);
    });

    it('a sign-in with an identity provider reports that no provider is configured', async () => {
      const start = startProviderSignIn({ ...dependencies(), identityProvider: undefined })({
        next: NEXT,
        deviceId: '',
      });
      expect(
        await start.then(
          () => 'started',
          (error: unknown) => (error as Refusal).code,
        ),
      ).to.equal('GOOGLE_NOT_SET_UP');
      const result = await signInWithProvider({ ...dependencies(), identityProvider: undefined })(
        await authorize(),
        ORIGIN,
      );
      expect(codeOf(result)).to.equal('GOOGLE_NOT_SET_UP');
    });
  });
});

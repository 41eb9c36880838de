import { expect } from 'chai';
import type { IdentityFailure, IdentityProvider, ProvidedIdentity } from '../../../core/accounts/identity-provider.ts';
import {
  type AuthorizationResponse,
  type ProviderSignInResult,
  signInWithProvider,
  startProviderSignIn,
} from '../../../core/accounts/sign-in-with-provider.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { type Accounts, accountsOn, ORIGIN } from '../../support/accounts.ts';
import { CRYPTO } from '../../support/crypto.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { providerOf } from '../../../adapters/memory/identity-provider.ts';
import { aPassenger, anAdmin, anOperator } from '../../support/people.ts';
import { codeOf as appCodeOf } from '../../support/totp.ts';

const NEXT = 'http://localhost:5173/operator';

onEveryEngine('sign-in with an identity provider', (engine) => {
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
  const finish = (result: ProviderSignInResult) =>
    accounts.verifyCode({ ticket: sent(result).ticket, code: accounts.codeFor('sita@example.com') }, ORIGIN);

  describe('a provider sign-in of somebody new', () => {
    it('a sign-in with an identity provider creates an operator with a verified address and no password, and mails a code', async () => {
      const result = await signIn();
      expect(result.next).to.equal(NEXT);
      expect(sent(result).email).to.equal('sita@example.com');
      const account = (await findSita())!;
      expect(account).to.deep.include({
        role: 'OPERATOR',
        fullName: 'Sita Rai',
        emailVerified: true,
        status: 'ACTIVE',
        phone: null,
        companyName: 'Sita Rai',
      });
      expect(account.passwordHash).to.match(/^!/);
      expect(accounts.mailer.sent.at(-1)).to.include({ kind: 'code', purpose: 'LOGIN', firstFactor: 'provider' });
      expect((await finish(result)).user).to.include({ role: 'OPERATOR', email: 'sita@example.com' });
    });

    it('a sign-in with an identity provider names a new operator after the e-mail address if the provider gives no name', async () => {
      const nameFor = async (name: string | undefined, email: string) => {
        person = { email, emailVerified: true, name };
        await signIn();
        return engine().transact(async ({ users }) => (await users.findByEmail(email))!.fullName);
      };
      expect(await nameFor(undefined, 'hari.k@example.com')).to.equal('hari.k');
      expect(await nameFor('  ', 'b@example.com')).to.equal('b');
      expect(await nameFor('Gita\u0000\r\n KC', 'c@example.com')).to.equal('Gita  KC');
      expect(await nameFor('न'.repeat(200), 'd@example.com')).to.equal('न'.repeat(150));
      expect(await nameFor('\u202eMaya\u2069', 'e@example.com')).to.equal('Maya');
      expect(await nameFor('Rene\u202a\u0301', 'g@example.com')).to.equal('René');
      for (const [index, name] of ['\u200b', '\u3164', '—'].entries())
        expect(await nameFor(name, `f${index}@example.com`)).to.equal(`f${index}`);
    });

    it('a sign-in with an identity provider creates only one account when four browsers return at once', async () => {
      const visits = await Promise.all([authorize(), authorize(), authorize(), authorize()]);
      const outcomes = await Promise.all(visits.map(complete));
      expect(outcomes.filter(({ outcome }) => !(outcome instanceof Refusal))).to.have.length(1);
      expect(outcomes.map(codeOf).filter((code) => code !== 'none')).to.deep.equal([
        'CODE_NOT_SENT',
        'CODE_NOT_SENT',
        'CODE_NOT_SENT',
      ]);
    });
  });

  describe('a provider sign-in of somebody known', () => {
    it('a sign-in with an identity provider finds the account by its e-mail address, and keeps role and password', async () => {
      const known = await anOperator(engine(), {
        email: 'sita@example.com',
        passwordHash: 'a hash',
        companyName: 'Blue Sky',
      });
      await finish(await signIn());
      expect((await findSita())!).to.deep.include({
        id: known.id,
        passwordHash: 'a hash',
        tokenVersion: 0,
        companyName: 'Blue Sky',
        fullName: known.fullName,
      });
    });

    it('a sign-in with an identity provider lets a passenger act as an operator too', async () => {
      const { id } = await aPassenger(engine(), { email: 'sita@example.com' });
      expect((await finish(await signIn())).user).to.include({ id, role: 'OPERATOR' });
      expect((await findSita())!).to.deep.include({ role: 'PASSENGER', companyName: 'Asha Gurung' });
    });

    it('a sign-in with an identity provider moves an unverified e-mail address from an account with a verified phone number to a new account', async () => {
      const asha = await aPassenger(engine(), {
        email: 'sita@example.com',
        emailVerified: false,
        phone: '9812345678',
        phoneVerified: true,
      });
      const { user } = await finish(await signIn());
      expect(user.id).not.to.equal(asha.id);
      expect(await findSita()).to.include({ id: user.id, role: 'OPERATOR', emailVerified: true });
      expect(await engine().transact(({ users }) => users.find(asha.id))).to.deep.equal({ ...asha, email: null });
    });

    it('a sign-in with an identity provider moves an unverified e-mail address from a suspended account to a new account', async () => {
      const mallory = await aPassenger(engine(), {
        email: 'sita@example.com',
        emailVerified: false,
        status: 'SUSPENDED',
      });
      const { user } = await finish(await signIn());
      expect(user.id).not.to.equal(mallory.id);
      expect(await findSita()).to.include({ id: user.id, status: 'ACTIVE', emailVerified: true });
      expect(await engine().transact(({ users }) => users.find(mallory.id))).to.include({
        email: null,
        status: 'SUSPENDED',
      });
    });

    it('a sign-in with an identity provider removes the password of an account with an unverified e-mail address', async () => {
      const { ticket } = await accounts.registerOperator(
        {
          fullName: 'Squatter',
          companyName: 'Squat',
          email: 'sita@example.com',
          password: 'squatter',
          phone: '',
          deviceId: 'theirs',
        },
        ORIGIN,
      );
      accounts.clock.advance(2);
      const result = await signIn();
      const account = (await findSita())!;
      expect(account).to.include({ emailVerified: true, tokenVersion: 1 });
      expect(account.passwordHash).to.match(/^!/);
      await finish(result);
      const squatter = accounts.signInPortal(
        { portal: 'operator', email: 'sita@example.com', password: 'squatter', deviceId: 'theirs' },
        ORIGIN,
      );
      expect(
        await squatter.then(
          () => 'in',
          (error: unknown) => (error as Refusal).code,
        ),
      ).to.equal('NO_PASSWORD');
      expect(ticket).to.be.a('string');
    });

    it('a sign-in with an identity provider ends sessions from before the e-mail address was verified', async () => {
      const { access } = await accounts.registerPassenger(
        { fullName: 'Squatter', email: 'sita@example.com', password: 'squatter-1', phone: '' },
        ORIGIN,
      );
      accounts.clock.advance(2);
      await signIn();
      expect(
        await accounts.authenticate(access).then(
          () => 'in',
          (error: unknown) => (error as Refusal).code,
        ),
      ).to.equal('SIGNED_OUT');
    });

    it('a sign-in with an identity provider ends the trust in devices from before the e-mail address was verified', async () => {
      const { id } = await anOperator(engine(), { email: 'sita@example.com', emailVerified: false });
      await engine().transact(({ devices }) => devices.trust(id, 'theirs', START, daysAfter(START, 7)));
      sent(await signIn({ deviceId: 'theirs' }));
    });

    it('a sign-in with an identity provider keeps the password of an account with a verified e-mail address', async () => {
      await aPassenger(engine(), { email: 'sita@example.com', emailVerified: false });
      await signIn();
      const hash = await accounts.hash('chosen-later-1');
      await engine().transact(async ({ users }) => {
        const account = (await users.findByEmail('sita@example.com'))!;
        await users.replacePassword(account.id, account.passwordHash, hash);
      });
      accounts.clock.advance(2);
      await signIn();
      expect((await findSita())!.passwordHash).to.equal(hash);
    });

    it('a sign-in with an identity provider is refused to admins by primary or added role, and changes nothing', async () => {
      await anAdmin(engine(), { email: 'sita@example.com', passwordHash: 'a hash', emailVerified: false });
      expect(codeOf(await signIn())).to.equal('GOOGLE_ADMIN');
      expect((await findSita())!).to.deep.include({
        roles: ['ADMIN'],
        passwordHash: 'a hash',
        emailVerified: false,
        companyName: null,
      });

      const granted = await anOperator(engine(), { email: 'hari@example.com' });
      await engine().transact(({ users }) => users.grantRole(granted.id, 'ADMIN'));
      person = { email: 'hari@example.com', emailVerified: true, name: undefined };
      expect(codeOf(await signIn())).to.equal('GOOGLE_ADMIN');
      expect(accounts.mailer.sent).to.deep.equal([]);
    });

    it('a sign-in with an identity provider is refused to an account that is not ACTIVE, and the refusal names its status', async () => {
      await anOperator(engine(), { email: 'sita@example.com', status: 'SUSPENDED' });
      const { outcome, next } = await signIn();
      expect((outcome as Refusal).message).to.contain('SUSPENDED');
      expect(next).to.equal(NEXT);
    });
  });

  it('a sign-in with an identity provider asks for the authenticator app’s code if there is an app, and mails no code', async () => {
    const { id } = await anOperator(engine(), { email: 'sita@example.com', emailVerified: true });
    const secret = CRYPTO.totpCodes.newSecret();
    await engine().transact(async ({ secondFactors }) => {
      await secondFactors.start(id, CRYPTO.secretBox.seal(secret, id), accounts.clock());
      await secondFactors.confirm(id, 1, [], accounts.clock());
    });
    const { method, ticket } = sent(await signIn());
    expect(method).to.equal('totp');
    expect(accounts.mailer.sent).to.deep.equal([]);
    const { user } = await accounts.verifyCode({ ticket, code: appCodeOf(secret, accounts.clock) }, ORIGIN);
    expect(user).to.include({ id, role: 'OPERATOR' });
  });

  describe('provider sign-ins on a trusted device', () => {
    it('a sign-in with an identity provider needs no code on a trusted device, until the trust ends', async () => {
      await finish(await signIn({ deviceId: 'laptop' }));
      accounts.mailer.sent.length = 0;
      accounts.clock.advance(7 * 24 * 60 - 1);
      const { outcome } = await signIn({ deviceId: 'laptop' });
      expect(outcome).to.have.property('access');
      expect((await findSita())!.lastLoginAt).to.equal(accounts.clock());
      expect(accounts.mailer.sent).to.deep.equal([]);
      accounts.clock.advance(1);
      sent(await signIn({ deviceId: 'laptop' }));
    });

    it('a sign-in with an identity provider needs a code on an untrusted device, and on one without a valid name', async () => {
      await finish(await signIn({ deviceId: 'laptop' }));
      for (const deviceId of ['phone', '', '  ', 'lap\u0000top', 'laptop\n']) {
        accounts.clock.advance(20);
        sent(await signIn({ deviceId }));
      }
    });

    it('a sign-in with an identity provider recognises a device by the first 100 characters of its name', async () => {
      await finish(await signIn({ deviceId: `${'d'.repeat(100)}-one` }));
      accounts.clock.advance(2);
      expect((await signIn({ deviceId: `${'d'.repeat(100)}-two` })).outcome).to.have.property('access');
    });
  });
  it('a sign-in with an identity provider is recorded in the login log, whatever its outcome', async () => {
    const newest = async () => (await accounts.log())[0]!;
    person = { email: 'ram@example.com', emailVerified: false, name: undefined };
    await signIn();
    expect(await newest()).to.deep.include({ kind: 'FAILED', role: 'OPERATOR', origin: ORIGIN });
    person = { email: 'sita@example.com', emailVerified: true, name: undefined };
    await finish(await signIn({ deviceId: 'laptop' }));
    expect((await accounts.log(2)).map(({ kind, email }) => [kind, email])).to.deep.equal([
      ['SUCCESS', 'sita@example.com'],
      ['OTP_SENT', 'sita@example.com'],
    ]);
    await signIn({ deviceId: 'laptop' });
    expect(await newest()).to.include({ kind: 'SUCCESS', email: 'sita@example.com', role: 'OPERATOR' });
    accounts.mailer.broken = true;
    await signIn({ deviceId: 'phone' });
    expect(await newest()).to.include({ kind: 'FAILED', email: 'sita@example.com' });
  });

  it('a refused sign-in with an identity provider is recorded in the login log with its account', async () => {
    const admin = await anAdmin(engine(), { email: 'admin@example.com' });
    person = { email: ' ADMIN@Example.com', emailVerified: true, name: undefined };
    await signIn();
    expect((await accounts.log())[0]).to.include({ kind: 'FAILED', userId: admin.id, email: 'admin@example.com' });
  });
});

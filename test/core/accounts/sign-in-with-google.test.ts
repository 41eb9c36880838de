import { expect } from 'chai';
import type { IdentityFailure, IdentityProvider, ProvidedIdentity } from '../../../core/accounts/ports.ts';
import { signInWithGoogle } from '../../../core/accounts/sign-in-with-google.ts';
import type { Arrival, Return } from '../../../core/accounts/sign-in-with-google.ts';
import { startGoogleSignIn } from '../../../core/accounts/start-google-sign-in.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { daysAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { accountsOn, CRYPTO, ORIGIN } from '../../support/accounts.ts';
import type { Accounts } from '../../support/accounts.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, anAdmin, anOperator } from '../../support/people.ts';

const NEXT = 'http://localhost:5173/operator';

/** A provider in memory. It gives a code for a verifier and, as PKCE asks, answers a code only to that verifier. */
function providerOf(answer: () => ProvidedIdentity | IdentityFailure): IdentityProvider & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    authorizationUrl: ({ state, verifier }) => `https://id.example.com/?${new URLSearchParams({ state, code: `code for ${verifier}` }).toString()}`,
    identify: async ({ code, verifier }) => {
      asked.push(code);
      return code === `code for ${verifier}` ? answer() : 'no access token';
    },
  };
}

onEveryEngine('sign-in with Google', (engine) => {
  let accounts: Accounts;
  let person: ProvidedIdentity | IdentityFailure;
  let provider: ReturnType<typeof providerOf>;

  beforeEach(() => {
    accounts = accountsOn(engine());
    person = { email: 'Sita@Example.com', emailVerified: true, name: 'Sita Rai' };
    provider = providerOf(() => person);
  });

  const world = (identityProvider: IdentityProvider | undefined = provider) => ({ ...accounts.world, identityProvider });

  /** Goes to the provider and comes back with what it gives. */
  async function visit({ deviceId = '', next = NEXT } = {}): Promise<Return> {
    const { location, proof } = await startGoogleSignIn(world())({ next, deviceId });
    const { searchParams } = new URL(location);
    return { state: searchParams.get('state')!, code: searchParams.get('code')!, error: '', proof };
  }
  const arrive = (brought: Return): Promise<Arrival> => signInWithGoogle(world())(brought, ORIGIN);
  const signIn = async (options = {}): Promise<Arrival> => arrive(await visit(options));

  const codeOf = ({ outcome }: Arrival): string => (outcome instanceof Refusal ? outcome.code : 'none');
  function sent({ outcome }: Arrival) {
    if (outcome instanceof Refusal) throw outcome;
    if (!('ticket' in outcome)) throw new Error('No code was sent.');
    return outcome;
  }
  const findSita = () => engine().transact(({ users }) => users.findByEmail('sita@example.com'));
  const finish = (arrival: Arrival) => accounts.verifyCode({ ticket: sent(arrival).ticket, code: accounts.codeFor('sita@example.com') }, ORIGIN);

  describe('makes an operator of somebody new', () => {
    it('with a verified address, no password and a mailed code', async () => {
      const arrival = await signIn();
      expect(arrival.next).to.equal(NEXT);
      expect(sent(arrival).email).to.equal('sita@example.com');
      const account = (await findSita())!;
      expect(account).to.deep.include({ role: 'OPERATOR', fullName: 'Sita Rai', emailVerified: true, status: 'ACTIVE', phone: null, companyName: 'Sita Rai' });
      expect(account.passwordHash).to.match(/^!/);
      expect((await finish(arrival)).user).to.include({ role: 'OPERATOR', email: 'sita@example.com' });
    });

    it('named by the address where the provider tells no name, and never by what is unreadable', async () => {
      const nameFor = async (name: string | undefined, email: string) => {
        person = { email, emailVerified: true, name };
        await signIn();
        return engine().transact(async ({ users }) => (await users.findByEmail(email))!.fullName);
      };
      expect(await nameFor(undefined, 'hari.k@example.com')).to.equal('hari.k');
      expect(await nameFor('  ', 'b@example.com')).to.equal('b');
      expect(await nameFor('Gita\u0000\r\n KC', 'c@example.com')).to.equal('Gita  KC');
      expect(await nameFor('न'.repeat(200), 'd@example.com')).to.equal('न'.repeat(150));
    });

    it('once, however many browsers come back at the same moment', async () => {
      const visits = await Promise.all([visit(), visit(), visit(), visit()]);
      const outcomes = await Promise.all(visits.map(arrive));
      expect(outcomes.filter(({ outcome }) => !(outcome instanceof Refusal))).to.have.length(1);
      expect(outcomes.map(codeOf).filter((code) => code !== 'none')).to.deep.equal(['CODE_NOT_SENT', 'CODE_NOT_SENT', 'CODE_NOT_SENT']);
    });
  });

  describe('of somebody who is known', () => {
    it('finds the account by its address, and leaves role and password as they are', async () => {
      const known = await anOperator(engine(), { email: 'sita@example.com', passwordHash: 'a hash', companyName: 'Blue Sky' });
      await finish(await signIn());
      expect((await findSita())!).to.deep.include({ id: known.id, passwordHash: 'a hash', tokenVersion: 0, companyName: 'Blue Sky', fullName: known.fullName });
    });

    it('lets a passenger act as an operator too', async () => {
      const { id } = await aPassenger(engine(), { email: 'sita@example.com' });
      expect((await finish(await signIn())).user).to.include({ id, role: 'OPERATOR' });
      expect((await findSita())!).to.deep.include({ role: 'PASSENGER', companyName: 'Asha Gurung' });
    });

    it('takes an address that was never verified from whoever registered it first', async () => {
      const { ticket } = await accounts.registerOperator({ fullName: 'Squatter', companyName: 'Squat', email: 'sita@example.com', password: 'squatter', phone: '', deviceId: 'theirs' }, ORIGIN);
      accounts.clock.advance(2);
      const arrival = await signIn();
      const account = (await findSita())!;
      expect(account).to.include({ emailVerified: true, tokenVersion: 1 });
      expect(account.passwordHash).to.match(/^!/);
      await finish(arrival);
      const squatter = accounts.signInPortal({ portal: 'operator', email: 'sita@example.com', password: 'squatter', deviceId: 'theirs' }, ORIGIN);
      expect(await squatter.then(() => 'in', (error: unknown) => (error as Refusal).code)).to.equal('NO_PASSWORD');
      expect(ticket).to.be.a('string');
    });

    it('signs a passenger out who was there before the address was verified', async () => {
      const { access } = await accounts.registerPassenger({ fullName: 'Squatter', email: 'sita@example.com', password: 'squatter-1', phone: '' }, ORIGIN);
      accounts.clock.advance(2);
      await signIn();
      expect(await accounts.authenticate(access).then(() => 'in', (error: unknown) => (error as Refusal).code)).to.equal('SIGNED_OUT');
    });

    it('trusts no device that was trusted before the address was verified', async () => {
      const { id } = await anOperator(engine(), { email: 'sita@example.com', emailVerified: false });
      await engine().transact(({ devices }) => devices.trust(id, 'theirs', START, daysAfter(START, 7)));
      sent(await signIn({ deviceId: 'theirs' }));
    });

    it('takes the password from nobody the second time', async () => {
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

    it('is refused to admins, primary or granted, and changes nothing', async () => {
      await anAdmin(engine(), { email: 'sita@example.com', passwordHash: 'a hash', emailVerified: false });
      expect(codeOf(await signIn())).to.equal('GOOGLE_ADMIN');
      expect((await findSita())!).to.deep.include({ roles: ['ADMIN'], passwordHash: 'a hash', emailVerified: false, companyName: null });

      const granted = await anOperator(engine(), { email: 'hari@example.com' });
      await engine().transact(({ users }) => users.grantRole(granted.id, 'ADMIN'));
      person = { email: 'hari@example.com', emailVerified: true, name: undefined };
      expect(codeOf(await signIn())).to.equal('GOOGLE_ADMIN');
      expect(accounts.mailer.sent).to.deep.equal([]);
    });

    it('is refused to an account that is not ACTIVE, by its status', async () => {
      await anOperator(engine(), { email: 'sita@example.com', status: 'SUSPENDED' });
      const { outcome, next } = await signIn();
      expect((outcome as Refusal).message).to.contain('SUSPENDED');
      expect(next).to.equal(NEXT);
    });
  });

  describe('on a trusted device', () => {
    it('needs no code, until the trust ends', async () => {
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

    it('is another thing than on another device, or on one without a name', async () => {
      await finish(await signIn({ deviceId: 'laptop' }));
      for (const deviceId of ['phone', '', '  ', 'lap\u0000top', 'laptop\n']) {
        accounts.clock.advance(20);
        sent(await signIn({ deviceId }));
      }
    });

    it('knows only the first 100 characters of its name', async () => {
      await finish(await signIn({ deviceId: `${'d'.repeat(100)}-one` }));
      accounts.clock.advance(2);
      expect((await signIn({ deviceId: `${'d'.repeat(100)}-two` })).outcome).to.have.property('access');
    });
  });

  describe('is tied to the browser that began it', () => {
    it('and good once', async () => {
      const brought = await visit();
      sent(await arrive(brought));
      const again = await arrive(brought);
      expect([codeOf(again), again.next]).to.deep.equal(['GOOGLE_STATE_INVALID', undefined]);
      expect(provider.asked).to.have.length(1);
    });

    it('once also when it comes twice at the same moment', async () => {
      const brought = await visit();
      const outcomes = await Promise.all([arrive(brought), arrive(brought), arrive(brought)]);
      expect(outcomes.map(codeOf).sort()).to.deep.equal(['GOOGLE_STATE_INVALID', 'GOOGLE_STATE_INVALID', 'none']);
    });

    it('and to nobody else: not without its proof, not with the proof of another visit', async () => {
      const [mine, theirs] = [await visit(), await visit()];
      for (const proof of ['', '.', mine.proof.split('.')[0]!, `${mine.proof.split('.')[0]}.`, theirs.proof, mine.state]) {
        const arrival = await arrive({ ...mine, proof });
        expect([codeOf(arrival), arrival.next], proof).to.deep.equal(['GOOGLE_STATE_INVALID', undefined]);
      }
      expect(provider.asked).to.deep.equal([]);
      sent(await arrive(mine));
    });

    it('for ten minutes', async () => {
      const [inTime, tooLate] = [await visit(), await visit()];
      accounts.clock.set(secondsAfter(START, 600));
      sent(await arrive(inTime));
      accounts.clock.set(secondsAfter(START, 600.001));
      expect(codeOf(await arrive(tooLate))).to.equal('GOOGLE_STATE_INVALID');
    });

    it('by a state that nobody can make or bend', async () => {
      const brought = await visit();
      const [payload, signature] = brought.state.split('.') as [string, string];
      const bent = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('5173', '6666')).toString('base64url');
      const ticket = CRYPTO.loginTickets.sign({ uid: 1 as never, p: 'otp', role: 'OPERATOR', device_id: '' }, START);
      for (const state of ['', 'x', '.', payload, `${payload}.`, `${bent}.${signature}`, `${payload}.${signature}x`, ticket]) {
        expect(codeOf(await arrive({ ...brought, state })), state).to.equal('GOOGLE_STATE_INVALID');
      }
    });

    it('and the state never shows the verifier', async () => {
      const { state, proof } = await visit();
      const [nonce, verifier] = proof.split('.') as [string, string];
      const shown = JSON.parse(Buffer.from(state.split('.')[0]!, 'base64url').toString()) as object;
      expect(shown).to.include({ p: 'gapi', next: NEXT, device_id: '', nonce });
      expect(JSON.stringify(shown)).not.to.contain(verifier);
      expect(verifier).to.match(/^[A-Za-z0-9._~-]{43,128}$/);
    });
  });

  describe('tells what went wrong', () => {
    it('at the provider', async () => {
      const failures: readonly (readonly [ProvidedIdentity | IdentityFailure, string])[] = [
        ['network', 'GOOGLE_FAILED'], ['no access token', 'GOOGLE_FAILED'], ['no email', 'GOOGLE_FAILED'],
        [{ email: 'sita@example.com', emailVerified: false, name: undefined }, 'GOOGLE_UNVERIFIED'],
        [{ email: 'sita', emailVerified: true, name: undefined }, 'GOOGLE_FAILED'],
        [{ email: 'a@x.com,sita@example.com', emailVerified: true, name: undefined }, 'GOOGLE_FAILED'],
        [{ email: 'sita@example.com\u0000', emailVerified: true, name: undefined }, 'GOOGLE_FAILED'],
      ];
      for (const [answer, code] of failures) {
        person = answer;
        const arrival = await signIn();
        expect([codeOf(arrival), arrival.next], JSON.stringify(answer)).to.deep.equal([code, NEXT]);
      }
      expect(await findSita()).to.equal(undefined);
    });

    it('when the person changed their mind, or no code came', async () => {
      expect(codeOf(await arrive({ ...(await visit()), error: 'access_denied' }))).to.equal('GOOGLE_CANCELLED');
      expect(codeOf(await arrive({ ...(await visit()), error: 'access_denied', code: '' }))).to.equal('GOOGLE_CANCELLED');
      expect(codeOf(await arrive({ ...(await visit()), code: '' }))).to.equal('GOOGLE_NO_CODE');
      expect(provider.asked).to.deep.equal([]);
    });

    it('when the code could not be mailed, or was a moment ago', async () => {
      accounts.mailer.broken = true;
      const unmailed = await signIn();
      expect([codeOf(unmailed), unmailed.next]).to.deep.equal(['CODE_NOT_SENT', NEXT]);
      accounts.mailer.broken = false;
      sent(await signIn());
      expect((await signIn()).outcome).to.have.property('message').that.matches(/wait \d+ seconds/);
    });

    it('when no provider is set up', async () => {
      const start = startGoogleSignIn({ ...world(), identityProvider: undefined })({ next: NEXT, deviceId: '' });
      expect(await start.then(() => 'started', (error: unknown) => (error as Refusal).code)).to.equal('GOOGLE_NOT_SET_UP');
      const arrival = await signInWithGoogle({ ...world(), identityProvider: undefined })(await visit(), ORIGIN);
      expect(codeOf(arrival)).to.equal('GOOGLE_NOT_SET_UP');
    });
  });

  it('writes every outcome to the login log', async () => {
    const newest = async () => (await accounts.log())[0]!;
    await arrive({ ...(await visit()), state: 'forged' });
    expect(await newest()).to.deep.include({ kind: 'FAILED', role: 'OPERATOR', origin: ORIGIN });
    person = { email: 'sita@example.com', emailVerified: true, name: undefined };
    await finish(await signIn({ deviceId: 'laptop' }));
    expect((await accounts.log(2)).map(({ kind, email }) => [kind, email])).to.deep.equal([['SUCCESS', 'sita@example.com'], ['OTP_SENT', 'sita@example.com']]);
    await signIn({ deviceId: 'laptop' });
    expect(await newest()).to.include({ kind: 'SUCCESS', email: 'sita@example.com', role: 'OPERATOR' });
    accounts.mailer.broken = true;
    await signIn({ deviceId: 'phone' });
    expect(await newest()).to.include({ kind: 'FAILED', email: 'sita@example.com' });
  });
});

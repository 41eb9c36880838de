import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import { type Answer, onEveryServer } from '../../support/http.ts';
import { PASSWORD, portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

const OFFICE = '198.51.100.20';
const STRANGER = '203.0.113.66';
const strangers = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `10.0.7.${n + 1}`);

onEveryServer(
  'guessing passwords from several addresses, behind a proxy',
  (api) => {
    const { admin, passenger } = portalsOn(api);

    const call = (path: string, body: object, ip: string): Promise<Answer> =>
      api().post(path, body, undefined, { 'X-Forwarded-For': ip });
    const signIn = ({ email }: Account, ip: string, password = PASSWORD): Promise<Answer> =>
      call('/api/auth/login', { portal: 'admin', email, password }, ip);
    const signInPassenger = ({ email }: Account, ip: string, password = PASSWORD): Promise<Answer> =>
      call('/api/passenger/login', { identifier: email, password }, ip);

    it('five wrong passwords from one IP address lock the account for that IP address only', async () => {
      const [anil, other] = [await admin(), await admin()];
      for (const n of [1, 2, 3, 4]) {
        const wrong = await signIn(anil, STRANGER, 'not-it');
        expectProblem(wrong, 401, 'BAD_CREDENTIALS');
        expect(wrong.json.detail).to.contain(`Attempt ${n} of 5`);
        expect((await signIn(anil, OFFICE)).status).to.equal(200);
      }
      expectProblem(await signIn(anil, STRANGER, 'not-it'), 423, 'ACCOUNT_LOCKED');
      expectProblem(await signIn(anil, STRANGER), 423, 'ACCOUNT_LOCKED');
      expect((await signIn(anil, OFFICE)).json).to.have.property('access');
      expect((await signIn(other, STRANGER)).json, 'another account at that address').to.have.property('access');
      expectProblem(await signIn(anil, `${OFFICE}, ${STRANGER}`), 423, 'ACCOUNT_LOCKED');
      api().clock.advance(15);
      expect((await signIn(anil, STRANGER)).json).to.have.property('access');
    });

    it('fifty wrong passwords in an hour lock an account only for IP addresses that never signed in to it', async () => {
      const anil = await admin();
      expect((await signIn(anil, OFFICE)).status).to.equal(200);
      for (const ip of strangers(50)) expectProblem(await signIn(anil, ip, 'not-it'), 401, 'BAD_CREDENTIALS');
      for (const ip of [STRANGER, ...strangers(1)]) expectProblem(await signIn(anil, ip), 423, 'ACCOUNT_LOCKED');
      expect((await signIn(anil, OFFICE)).json).to.have.property('access');
      api().clock.advance(60);
      expect((await signIn(anil, STRANGER)).json).to.have.property('access');
    });

    it('parallel password guesses from 80 IP addresses get at most fifty answers, and the others answer ACCOUNT_LOCKED', async () => {
      const anil = await admin();
      const answers = await Promise.all(strangers(80).map((ip) => signIn(anil, ip, 'not-it')));
      const counted = [401, 423].map((status) => answers.filter((answer) => answer.status === status).length);
      expect(counted).to.deep.equal([50, 30]);
    });

    it('five wrong passwords for one passenger from different IP addresses lock the account for every address', async () => {
      const asha = await passenger();
      expect((await signInPassenger(asha, OFFICE)).status).to.equal(200);
      for (const ip of strangers(4)) expectProblem(await signInPassenger(asha, ip, 'not-it'), 401, 'BAD_CREDENTIALS');
      expectProblem(await signInPassenger(asha, STRANGER, 'not-it'), 423, 'ACCOUNT_LOCKED');
      expectProblem(await signInPassenger(asha, OFFICE), 423, 'ACCOUNT_LOCKED');
      api().clock.advance(15);
      expect((await signInPassenger(asha, OFFICE)).status).to.equal(200);
    });
  },
  { environment: { TRUST_PROXY: 'true' } },
);

import { expect } from 'chai';
import { daysAfter } from '../../../core/kernel/time.ts';
import { otherThan } from '../../support/accounts.ts';
import { eventually } from '../../support/eventually.ts';
import { type Api, onEveryServer } from '../../support/http.ts';
import { type Addressed, anOperator } from '../../support/people.ts';
import { PASSWORD, portalsOn, UNLIMITED } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer(
  'signing in to a portal',
  (api) => {
    const { operator, admin, passenger, login, codeFor, verify, resend, me, signIn } = portalsOn(api);

    describe('POST /api/auth/login', () => {
      it('an admin’s sign-in returns an access token and a refresh token', async () => {
        const anil = await admin({ fullName: 'Anil Shrestha', phone: '9811100001' });
        const { status, headers, json } = await login({ email: anil.email.toUpperCase() }, { portal: 'Admin' });
        expect(status).to.equal(200);
        expect(headers.get('cache-control')).to.equal('no-store');
        expect(json).to.have.all.keys('access', 'refresh', 'user');
        expect(json.user).to.deep.equal({
          id: anil.id,
          full_name: 'Anil Shrestha',
          email: anil.email,
          phone: '9811100001',
          role: 'ADMIN',
          email_verified: true,
          phone_verified: false,
          avatar_color: '#15803d',
          created_at: '2026-11-01T06:00:00.000Z',
        });
        expect((await me(json.access)).json).to.include({ role: 'ADMIN' });
      });

      it('an operator’s sign-in returns a sign-in ticket, or tokens on a trusted device', async () => {
        const sita = await operator();
        const { status, json } = await login(sita, { device_id: ' laptop ' });
        expect(status).to.equal(200);
        expect(json).to.have.all.keys('otp_required', 'method', 'ticket', 'email');
        expect(json).to.include({ otp_required: true, method: 'email', email: sita.email });
        expect((await verify(json.ticket, codeFor(sita.email))).status).to.equal(200);
        const trusted = await login(sita, { device_id: 'laptop' });
        expect(trusted.json).to.have.all.keys('access', 'refresh', 'user');
        expect(trusted.json.user).to.include({
          role: 'OPERATOR',
          company_name: 'Blue Sky',
          operator_id: sita.operatorId,
        });
        for (const deviceId of ['', 'phone', undefined])
          expect((await login(sita, { device_id: deviceId })).json).to.have.property('ticket');
      });

      it('an account’s language is the one in which its owner last signed in', async () => {
        const anil = await admin();
        const languageAfter = async (header?: string) => {
          const body = { portal: 'admin', email: anil.email, password: PASSWORD };
          await api().post(
            '/api/auth/login',
            body,
            undefined,
            header === undefined ? {} : { 'Accept-Language': header },
          );
          return (await api().dependencies.transact(({ users }) => users.find(anil.id)))?.language;
        };
        expect(await languageAfter('ne, en;q=0.5')).to.equal('ne');
        expect(await languageAfter()).to.equal('ne');
        expect(await languageAfter('en')).to.equal('en');
      });

      it('a portal sign-in to an unknown portal or with an empty field answers 400', async () => {
        const anil = await admin();
        const noPortal = await login(anil, { portal: 'passenger' });
        expectProblem(noPortal, 400, 'VALIDATION');
        expect(noPortal.json).to.deep.include({
          detail: "portal must be 'operator' or 'admin'.",
          errors: [{ field: 'portal', message: "portal must be 'operator' or 'admin'." }],
        });
        expectProblem(await api().post('/api/auth/login', {}), 400, 'VALIDATION');
        expectProblem(await login(anil, { portal: 'admin', password: '' }), 400, 'VALIDATION');
        expectProblem(await login(anil, { portal: 'admin', password: { $gt: '' } }), 400, 'VALIDATION');
        expectProblem(await login({ email: ' ' }), 400, 'VALIDATION');
      });

      it('a portal sign-in with an unknown e-mail address or a wrong password answers 401', async () => {
        expectProblem(await login({ email: 'nobody@example.com' }), 401, 'BAD_CREDENTIALS');
        const answer = await login(await operator(), { password: 'not-it' });
        expectProblem(answer, 401, 'BAD_CREDENTIALS');
        expect(answer.json.detail).to.contain('Attempt 1 of 5');
      });

      it('a portal sign-in answers 403 if the account is suspended, has no usable password or lacks the role', async () => {
        const suspended = await login(await operator({ status: 'SUSPENDED' }), { password: 'not-it' });
        expectProblem(suspended, 403, 'ACCOUNT_NOT_ACTIVE');
        expect(suspended.json.detail).to.contain('SUSPENDED');
        expectProblem(await login(await operator({ passwordHash: '!x' })), 403, 'NO_PASSWORD');
        expectProblem(await login(await passenger()), 403, 'WRONG_PORTAL');
        expectProblem(await login(await operator(), { portal: 'admin' }), 403, 'WRONG_PORTAL');
      });

      it('a portal sign-in answers 423 after five wrong passwords, even when a hundred arrive at once', async () => {
        const sita = await operator();
        const statuses = (
          await Promise.all(Array.from({ length: 100 }, () => login(sita, { password: 'not-it' })))
        ).map(({ status }) => status);
        expect([
          statuses.filter((status) => status === 401).length,
          statuses.filter((status) => status === 423).length,
        ]).to.deep.equal([4, 96]);
        const locked = await login(sita);
        expectProblem(locked, 423, 'ACCOUNT_LOCKED');
        expect(locked.json.detail).to.match(/\b1[56] minutes/);
      });

      it('a portal sign-in on a trusted device answers 423 only after five wrong passwords on that device', async () => {
        const sita = await operator();
        await api().dependencies.transact(({ devices }) =>
          devices.trust(sita.id, 'laptop', api().clock(), daysAfter(api().clock(), 7)),
        );
        for (const device_id of ['', 'theirs', 'theirs', '', 'theirs'])
          await login(sita, { password: 'not-it', device_id });
        expectProblem(await login(sita), 423, 'ACCOUNT_LOCKED');
        await eventually(() => api().mailer.sent.some(({ kind, to }) => kind === 'lockout' && to === sita.email));
        for (const n of [1, 2, 3, 4])
          expect((await login(sita, { password: 'not-it', device_id: 'laptop' })).json.detail).to.contain(
            `Attempt ${n} of 5`,
          );
        expect((await login(sita, { device_id: 'laptop' })).json).to.have.property('access');
        const statuses = (
          await Promise.all(Array.from({ length: 50 }, () => login(sita, { password: 'not-it', device_id: 'laptop' })))
        ).map(({ status }) => status);
        expect([
          statuses.filter((status) => status === 401).length,
          statuses.filter((status) => status === 423).length,
        ]).to.deep.equal([4, 46]);
      });

      it('a portal sign-in answers 429 if no code can be mailed yet', async () => {
        api().mailer.broken = true;
        const refused = await login(await operator());
        api().mailer.broken = false;
        expectProblem(refused, 429, 'CODE_NOT_SENT');
        expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
      });
    });

    describe('POST /api/auth/verify-otp and /api/auth/resend-otp', () => {
      const ticketFor = async (who: Addressed): Promise<string> => (await login(who)).json.ticket as string;

      it('an operator’s sign-in code can be mailed again on request, and signs in', async () => {
        const sita = await operator({ emailVerified: false });
        const ticket = await ticketFor(sita);
        const again = await resend(ticket);
        expect([again.status, again.json]).to.deep.equal([200, { resent: true, email: sita.email }]);
        const { status, headers, json } = await verify(ticket, ` ${codeFor(sita.email)} `);
        expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
        expect(json.user).to.include({ role: 'OPERATOR', email_verified: true, company_name: 'Blue Sky' });
        expect((await me(json.access)).json).to.include({ id: sita.id, role: 'OPERATOR' });
      });

      it('an operator’s sign-in with a code answers 401 if code or ticket is wrong, or the account is suspended', async () => {
        const { access } = await signIn();
        for (const ticket of [undefined, '', 'x.y', 7, access]) {
          expectProblem(await verify(ticket, '123456'), 401, 'TICKET_INVALID');
          expectProblem(await resend(ticket), 401, 'TICKET_INVALID');
        }
        const gone = await operator({ status: 'SUSPENDED' });
        const ticket = api().dependencies.loginTickets.sign(
          { method: 'email', userId: gone.id, role: 'OPERATOR', deviceId: '' },
          api().clock(),
        );
        expectProblem(await verify(ticket, '123456'), 401, 'TICKET_INVALID');
        const sent = api().mailer.sent.length;
        expect((await resend(ticket)).json).to.deep.equal({ resent: true, email: gone.email });
        expect(api().mailer.sent.length).to.equal(sent);
        const sita = await operator();
        const good = await ticketFor(sita);
        const wrong = await verify(good, otherThan(codeFor(sita.email)));
        expectProblem(wrong, 401, 'CODE_WRONG');
        expect(wrong.json.detail).to.contain('Try 1 of 5');
        expectProblem(await verify(good, { code: 1 }), 400, 'VALIDATION');
      });

      it('an operator’s sign-in with a code answers 410 after five wrong tries, or after the code was deleted', async () => {
        const sita = await operator();
        const ticket = await ticketFor(sita);
        const statuses = (
          await Promise.all(Array.from({ length: 200 }, () => verify(ticket, otherThan(codeFor(sita.email)))))
        ).map(({ status }) => status);
        expect([
          statuses.filter((status) => status === 401).length,
          statuses.filter((status) => status === 410).length,
        ]).to.deep.equal([5, 195]);
        expectProblem(await verify(ticket, codeFor(sita.email)), 410, 'CODE_EXPIRED');
        const rita = await operator();
        const late = await ticketFor(rita);
        await api().dependencies.transact(async ({ codes }) => codes.prune(daysAfter(api().clock(), 1), 1_000));
        expectProblem(await verify(late, codeFor(rita.email)), 410, 'CODE_EXPIRED');
      });

      it('an operator’s sign-in code signs in only once when 50 requests use it at once', async () => {
        const sita = await operator();
        const ticket = await ticketFor(sita);
        const statuses = (await Promise.all(Array.from({ length: 50 }, () => verify(ticket, codeFor(sita.email))))).map(
          ({ status }) => status,
        );
        expect([
          statuses.filter((status) => status === 200).length,
          statuses.filter((status) => status === 410).length,
        ]).to.deep.equal([1, 49]);
      });

      it('an operator’s request for another sign-in code answers 429 if no more codes can be mailed', async () => {
        const ticket = await ticketFor(await operator());
        api().mailer.broken = true;
        const refused = await resend(ticket);
        api().mailer.broken = false;
        expectProblem(refused, 429, 'CODE_NOT_SENT');
      });
    });
  },
  { environment: UNLIMITED },
);

onEveryServer('the pause between codes', (api: () => Api) => {
  it('an operator’s request for another sign-in code within a minute answers 429 with Retry-After', async () => {
    const sita = await anOperator(api().dependencies, {
      passwordHash: await api().dependencies.passwords.hash(PASSWORD),
    });
    const login = () => api().post('/api/auth/login', { portal: 'operator', email: sita.email, password: PASSWORD });
    const { json } = await login();
    for (const refused of [
      await login(),
      await api().post('/api/auth/resend-otp', { ticket: json.ticket as string }),
    ]) {
      expectProblem(refused, 429, 'CODE_NOT_SENT');
      expect(refused.headers.get('retry-after')).to.equal('60');
    }
  });
});

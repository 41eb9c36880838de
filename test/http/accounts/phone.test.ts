import { expect } from 'chai';
import { onEveryServer } from '../../support/http.ts';
import { PASSWORD, passengersOn } from '../../support/passengers.ts';
import { expectProblem } from '../../support/problems.ts';
import { readTexts } from '../../support/texts.ts';

const START = '/api/passenger/phone/start';
const VERIFY = '/api/passenger/phone/verify';
const CHANGE = '/api/passenger/phone/change';

let numbers = 0;
const newNumber = (): string => `98000${String((numbers += 1)).padStart(5, '0')}`;

onEveryServer(
  'signing in by phone',
  (api) => {
    const { passenger, login, tokenOf, codeFor } = passengersOn(api);
    const codeTo = async (phone: string): Promise<string> =>
      (await readTexts(api().dependencies, api().clock())).findLast(({ to }) => to === phone)?.code ?? '';
    const ask = async (phone: string, purpose?: string) => {
      const { json } = await api().post(START, { phone, ...(purpose && { purpose }) });
      return { ticket: json.ticket as string, code: await codeTo(phone) };
    };
    const signIn = async (phone = newNumber(), fullName = 'Asha Gurung') =>
      (await api().post(VERIFY, { ...(await ask(phone)), full_name: fullName })).json;

    it('a sign-in by SMS code creates an account for a new phone number, and finds it at the next sign-in', async () => {
      const phone = newNumber();
      const started = await api().post(START, { phone: `+977 ${phone.slice(0, 3)}-${phone.slice(3)}` });
      expect(started.status).to.equal(200);
      expect(started.json).to.have.all.keys('ticket', 'expires_in', 'resend_after');
      expect(started.json).to.include({ expires_in: 300, resend_after: 0 });
      const proof = { ticket: started.json.ticket, code: await codeTo(phone) };
      const { json, status, headers } = await api().post(VERIFY, { ...proof, full_name: 'Asha Gurung' });
      expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(json.user).to.include({ email: null, phone, phone_verified: true, role: 'PASSENGER' });
      expect((await api().get('/api/auth/me', json.access)).json).to.include({ email: null, id: json.user.id });
      expect((await api().get('/api/passenger/profile', json.access)).json).to.include({
        email: null,
        phone_verified: true,
      });
      expect((await signIn(phone, '')).user.id).to.equal(json.user.id);
    });

    it('a sign-in by SMS code gets the same answer for known and unknown phone numbers', async () => {
      const known = newNumber();
      await signIn(known);
      const answers = await Promise.all([known, newNumber()].map((phone) => api().post(START, { phone })));
      const shapes = answers.map(({ status, json: { ticket, ...rest } }) => ({ status, rest, length: ticket.length }));
      expect(shapes[0]).to.deep.equal(shapes[1]);
    });

    it('a request for an SMS code with an invalid phone number or purpose answers 400', async () => {
      for (const phone of ['', '123', 'Asha', null, {}, [], '9612345678'])
        expectProblem(await api().post(START, { phone }), 400, 'VALIDATION');
      expectProblem(await api().post(START, { phone: newNumber(), purpose: 'other' }), 400, 'VALIDATION');
    });

    it('a sign-in with an SMS code is checked in order: missing fields, code, suspended account, missing name', async () => {
      const phone = newNumber();
      const proof = await ask(phone);
      for (const body of [{}, { ...proof, ticket: '' }, { ...proof, code: null }, { ...proof, code: {} }])
        expectProblem(await api().post(VERIFY, body), 400, 'VALIDATION');
      const wrong = { ...proof, code: proof.code === '000000' ? '000001' : '000000' };
      expectProblem(await api().post(VERIFY, wrong), 401, 'CODE_INVALID');
      expectProblem(await api().post(VERIFY, { ...proof, ticket: 'edited' }), 401, 'CODE_INVALID');
      for (const name of [undefined, '', ['Asha']]) {
        const refused = await api().post(VERIFY, { ...proof, full_name: name });
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal('full_name');
      }
      const { json } = await api().post(VERIFY, { ...proof, full_name: 'Asha' });
      await api().dependencies.transact(({ users }) => users.setStatus(json.user.id, 'SUSPENDED'));
      const again = await api().post(START, { phone });
      expect(again.status).to.equal(200);
      const suspended = { ticket: again.json.ticket, code: await codeTo(phone) };
      expectProblem(await api().post(VERIFY, suspended), 403, 'ACCOUNT_NOT_ACTIVE');
    });

    it('a fourth SMS code for one phone number answers 429 with Retry-After', async () => {
      const phone = newNumber();
      for (let code = 0; code < 3; code += 1) await api().post(START, { phone });
      const refused = await api().post(START, { phone });
      expectProblem(refused, 429, 'TOO_MANY_CODES');
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3_600);
    });

    it('a passenger’s phone number changes only by a code sent for that purpose, and not to another passenger’s number', async () => {
      const { access } = await signIn();
      const [phone, taken] = [newNumber(), newNumber()];
      await signIn(taken);
      expectProblem(await api().post(CHANGE, await ask(phone)), 401, 'TOKEN_MISSING');
      expectProblem(await api().post(CHANGE, await ask(phone), access), 401, 'CODE_INVALID');
      const changed = await api().post(CHANGE, await ask(phone, 'change'), access);
      expect(changed.json).to.deep.equal({ phone, phone_verified: true });
      expectProblem(await api().post(CHANGE, await ask(taken, 'change'), access), 409, 'PHONE_TAKEN');
    });

    it('a passenger who signs in only by phone cannot change the number before verifying an e-mail address', async () => {
      const phone = newNumber();
      const { access } = await signIn(phone);
      const put = (body: object) => api().put('/api/passenger/profile', { full_name: 'Asha', ...body }, access);
      for (const other of ['', newNumber()]) expectProblem(await put({ phone: other }), 400, 'VALIDATION');
      expect((await put({})).json).to.deep.equal({ full_name: 'Asha', phone });
      expect((await put({ phone })).json).to.deep.equal({ full_name: 'Asha', phone });

      const email = `${phone}@example.com`;
      const started = await api().post('/api/passenger/email/start', { email: email.toUpperCase() }, access);
      expect(started.json).to.include({ expires_in: 600, resend_after: 0 });
      const proof = { ticket: started.json.ticket, code: codeFor(email) };
      expectProblem(await api().post('/api/passenger/verify-email', { code: proof.code }, access), 410, 'CODE_EXPIRED');
      const wrong = { ...proof, ticket: `${proof.ticket}x` };
      expectProblem(await api().post('/api/passenger/email/verify', wrong, access), 401, 'CODE_INVALID');
      const verified = await api().post('/api/passenger/email/verify', proof, access);
      expect(verified.json).to.deep.equal({ email, email_verified: true });
      expectProblem(await api().post('/api/passenger/email/verify', proof, access), 401, 'CODE_INVALID');
      expectProblem(
        await api().post('/api/passenger/email/start', { email: 'x@example.com' }, access),
        409,
        'EMAIL_SET',
      );
      expect((await put({ phone: newNumber() })).status).to.equal(200);
      expect((await api().get('/api/passenger/profile', access)).json).to.include({ phone_verified: false });
    });

    it('an e-mail address that another account has is reported as taken only after the mailed code was entered', async () => {
      const { email } = await passenger();
      const { access } = await signIn();
      const started = await api().post('/api/passenger/email/start', { email }, access);
      expect(started.status).to.equal(200);
      const proof = { ticket: started.json.ticket, code: codeFor(email) };
      const wrong = { ...proof, code: proof.code === '000000' ? '000001' : '000000' };
      expectProblem(await api().post('/api/passenger/email/verify', wrong, access), 401, 'CODE_INVALID');
      expectProblem(await api().post('/api/passenger/email/verify', proof, access), 409, 'EMAIL_TAKEN');
    });

    it('a passenger without a password can set a first password only within minutes after signing in', async () => {
      const phone = newNumber();
      const path = '/api/passenger/change-password';
      const { access } = await signIn(phone);
      expectProblem(await api().post(path, { new_password: 'short' }, access), 400, 'VALIDATION');
      const { access: later } = await signIn(phone, '');
      api().clock.advance(10);
      expectProblem(await api().post(path, { new_password: 'himal-2027' }, later), 401, 'SIGN_IN_AGAIN');
      const { access: fresh } = await signIn(phone, '');
      const changed = await api().post(path, { new_password: 'himal-2027' }, fresh);
      expect(changed.json).to.include({ changed: true });
      expectProblem(
        await api().post(path, { new_password: 'himal-2028' }, changed.json.access),
        401,
        'CURRENT_PASSWORD_WRONG',
      );
      const login = await api().post('/api/passenger/login', { identifier: `+977${phone}`, password: 'himal-2027' });
      expect(login.json.user).to.include({ phone, email: null });
    });

    it('a new number or address needs the current password ten minutes after the sign-in, and fields are checked before it', async () => {
      const { email } = await passenger();
      const access = (await login(email)).json.access as string;
      api().clock.advance(10);
      const password = { current_password: PASSWORD };
      const put = (body: object) =>
        api().put('/api/passenger/profile', { full_name: 'Asha', phone: newNumber(), ...body }, access);
      expectProblem(await put({ phone: '123' }), 400, 'VALIDATION');
      for (const none of [{}, { current_password: '' }, { current_password: null }])
        expectProblem(await put(none), 401, 'SIGN_IN_AGAIN');
      expectProblem(await put({ current_password: 'not-it-2026' }), 401, 'CURRENT_PASSWORD_WRONG');
      expect((await put(password)).status).to.equal(200);

      const phone = newNumber();
      const proof = await ask(phone, 'change');
      expectProblem(await api().post(CHANGE, { ticket: proof.ticket }, access), 400, 'VALIDATION');
      expectProblem(await api().post(CHANGE, proof, access), 401, 'SIGN_IN_AGAIN');
      expectProblem(
        await api().post(CHANGE, { ...proof, current_password: 'not-it-2026' }, access),
        401,
        'CURRENT_PASSWORD_WRONG',
      );
      const wrong = { ...proof, ...password, code: proof.code === '000000' ? '000001' : '000000' };
      expectProblem(await api().post(CHANGE, wrong, access), 401, 'CODE_INVALID');
      expect((await api().post(CHANGE, { ...proof, ...password }, access)).json).to.include({ phone });

      const start = (body: object) => api().post('/api/passenger/email/start', body, access);
      expectProblem(await start({ email: 'x' }), 400, 'VALIDATION');
      expectProblem(await start({ email: 'new@example.com' }), 401, 'SIGN_IN_AGAIN');
      expectProblem(await start({ email: 'new@example.com', ...password }), 409, 'EMAIL_SET');
    });

    it('a passenger who can sign in only by phone can neither change nor clear the phone number in the profile', async () => {
      const phone = newNumber();
      const { access } = await signIn(phone);
      const put = (body: object) => api().put('/api/passenger/profile', { full_name: 'Asha', ...body }, access);
      for (const other of [newNumber(), '', null]) expectProblem(await put({ phone: other }), 400, 'VALIDATION');
      expect((await put({})).json).to.deep.equal({ full_name: 'Asha', phone });
    });

    it('an administrator’s search finds a passenger account without an e-mail address', async () => {
      const phone = newNumber();
      const { user } = await signIn(phone);
      const found = await api().dependencies.userDirectory.list({ q: phone }, { limit: 5 });
      expect(found.rows).to.have.length(1);
      expect(found.rows[0]).to.include({ id: user.id, email: null, phoneVerified: true });
      expectProblem(
        await api().post('/api/passenger/resend-verification', {}, (await signIn(phone, '')).access),
        409,
        'EMAIL_MISSING',
      );
      expect(await tokenOf(await passenger())).to.be.a('string');
    });
  },
  { environment: { OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' } },
);

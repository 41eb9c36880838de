import { expect } from 'chai';
import { daysAfter } from '../../../core/kernel/time.ts';
import { eventually } from '../../support/eventually.ts';
import { onEveryServer } from '../../support/http.ts';
import { listenTo } from '../../support/mqtt.ts';
import { portalsOn, UNLIMITED } from '../../support/portals.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

const PATH = '/api/operator/staff';

onEveryServer(
  'the staff of a company over HTTP',
  (api) => {
    const { owner, member, invite, accept, linkFor, tokenFor, admin } = staffOn(api);
    const { login, codeFor, verify, me, passenger } = portalsOn(api);
    let sita: SignedInAccount;

    beforeEach(async () => {
      sita = await owner();
    });

    it('a MANAGER can list the staff by full name, page by page', async () => {
      await invite(sita, { full_name: 'Zoya' });
      const ram = await member(sita, 'MANAGER');
      const { status, json } = await api().get(`${PATH}?limit=2`, ram.token);
      expect([status, json.results.map((one: { full_name: string }) => one.full_name)]).to.deep.equal([
        200,
        ['Ram Thapa', 'Sita Rai'],
      ]);
      expect(json.results[0]).to.deep.equal({
        id: ram.membership.id,
        user_id: ram.id,
        full_name: 'Ram Thapa',
        email: ram.email,
        phone: null,
        position: 'MANAGER',
        status: 'ACTIVE',
        invited_at: '2026-11-20T04:15:00.000Z',
        joined_at: '2026-11-20T04:15:00.000Z',
        devices: 0,
      });
      const rest = await api().get(`${PATH}?limit=2&cursor=${json.next_cursor}`, ram.token);
      expect(rest.json.results.map((one: { full_name: string }) => one.full_name)).to.deep.equal(['Zoya']);
      expect(rest.json.next_cursor).to.equal(null);
      const clerk = await member(sita, 'CLERK');
      expect((await api().get(PATH, clerk.token)).json).to.include({ status: 403, code: 'POSITION_TOO_LOW' });
    });

    it('an invited person joins the staff with the mailed link and a password', async () => {
      const { status, json } = await invite(sita, { phone: 9812345678, position: 'CLERK' });
      expect(status).to.equal(201);
      expect(json).to.deep.equal({
        id: json.id,
        user_id: null,
        full_name: 'Ram Thapa',
        email: json.email,
        phone: '9812345678',
        position: 'CLERK',
        status: 'INVITED',
        invited_at: '2026-11-20T04:15:00.000Z',
        joined_at: null,
      });
      const link = await linkFor(json.email);
      expect(`${link.origin}${link.pathname}`).to.equal(`${api().url}/portal/join`);

      expect((await accept(link.searchParams.get('token'), '12345')).json).to.include({ code: 'VALIDATION' });
      const accepted = await accept(link.searchParams.get('token'));
      expect([accepted.status, accepted.json]).to.deep.equal([200, { accepted: true, email: json.email }]);

      const sent = await login({ email: json.email });
      expect(sent.json).to.include({ otp_required: true });
      const signedIn = await verify(sent.json.ticket, codeFor(json.email));
      expect(signedIn.json.user).to.include({ company_name: 'Blue Sky', operator_id: sita.operatorId });
      const company = await api().get('/api/operator/company', signedIn.json.access);
      expect(company.json).to.include({ company_name: 'Blue Sky', position: 'CLERK' });
    });

    it('an invitation that is sent twice under one Idempotency-Key gets the first answer', async () => {
      const body = { full_name: 'Ram Thapa', email: 'once@staff.example.com', position: 'CLERK' };
      const send = () => api().post(PATH, body, sita.token, { 'Idempotency-Key': 'one' });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status, second.text]).to.deep.equal([201, 201, first.text]);
      expect(second.headers.get('idempotency-replayed')).to.equal('true');
    });

    it('an invitation with a wrong field answers 400 and names the field', async () => {
      for (const [field, given] of [
        ['full_name', { full_name: '' }],
        ['full_name', { full_name: 'x'.repeat(151) }],
        ['email', { email: 'ram' }],
        ['email', { email: null }],
        ['phone', { phone: '9612345678' }],
        ['position', { position: 'DRIVER' }],
        ['position', { position: null }],
      ] as const) {
        const { status, json } = await invite(sita, given);
        expect([status, json.errors?.[0]?.field], JSON.stringify(given)).to.deep.equal([400, field]);
      }
      const { json } = await api().post(PATH, {}, sita.token);
      expect(json.errors.map((fault: { field: string }) => fault.field)).to.have.members([
        'full_name',
        'email',
        'position',
      ]);
    });

    it('an invitation accepts names, phone numbers and passwords of the greatest allowed length', async () => {
      for (const [full_name, phone, password] of [
        ['R', '9700000000', 'six666'],
        [`R${'🚌'.repeat(149)}`, '9899999999', 'x'.repeat(128)],
      ] as const) {
        const { status, json } = await invite(sita, { full_name, phone });
        expect([status, json.full_name, json.phone]).to.deep.equal([201, full_name, phone]);
        expect((await accept(await tokenFor(json.email), password)).status).to.equal(200);
        expect((await login({ email: json.email }, { password })).json).to.include({ otp_required: true });
      }
    });

    it('an invitation is accepted only once, and its Idempotency-Key does not return the tokens again', async () => {
      for (const key of ['one', 'x'.repeat(1_000)]) {
        const { json } = await invite(sita);
        const body = { token: await tokenFor(json.email), password: 'secret-123' };
        const send = () => api().post('/api/auth/accept-invitation', body, undefined, { 'Idempotency-Key': key });
        const [first, second] = [await send(), await send()];
        expect([first.status, second.json.code]).to.deep.equal([200, 'INVITATION_INVALID']);
        expect(second.headers.get('idempotency-replayed')).to.equal(null);
      }
    });

    it('an invitation is refused for an administrator, for staff of another company and for a taken phone number', async () => {
      const other = await owner('Red Sky');
      const clerk = await member(other, 'CLERK');
      const people = [sita.email, clerk.email, other.email, (await admin()).email];
      for (const email of people)
        expect((await invite(sita, { email })).json, email).to.include({ status: 409, code: 'STAFF_ELSEWHERE' });
      await invite(other, { email: 'hari@staff.example.com', phone: '9812340000' });
      await accept(await tokenFor('hari@staff.example.com'));
      expect((await invite(sita, { phone: '9812340000' })).json).to.include({ status: 409, code: 'PHONE_TAKEN' });
    });

    it('accepting an invitation checks the token before the password', async () => {
      for (const token of ['', 'x', undefined, sita.token, {}, ['x'], 'x\u0001'])
        for (const password of ['', {}, ['secret-123'], 'secret\u0000'])
          expect((await accept(token, password)).json).to.include({ status: 401, code: 'INVITATION_INVALID' });
      const { json } = await invite(sita);
      const token = await tokenFor(json.email);
      await api().delete(`${PATH}/${json.id}`, undefined, sita.token);
      expect((await accept(token)).json).to.include({ status: 401, code: 'INVITATION_INVALID' });
    });

    it('accepting an invitation needs a password only if the person has no verified account', async () => {
      const asha = await passenger();
      await invite(sita, { email: asha.email });
      const accepted = await accept(await tokenFor(asha.email), { not: 'looked at' });
      expect([accepted.status, accepted.json]).to.deep.equal([200, { accepted: true, email: asha.email }]);

      const { json } = await invite(sita);
      const token = await tokenFor(json.email);
      for (const password of [undefined, null, {}, ['secret-123'], 'secret\u0000', 'x'.repeat(129)]) {
        const refused = await api().post('/api/auth/accept-invitation', { token, password });
        expect([refused.status, refused.json.errors?.[0]?.field]).to.deep.equal([400, 'password']);
      }
      expect((await accept(token)).status).to.equal(200);
    });

    it('a member’s new position takes effect at the next request', async () => {
      const ram = await member(sita, 'MANAGER');
      const path = `${PATH}/${ram.membership.id}`;
      const changed = await api().patch(path, { position: 'CONDUCTOR' }, sita.token);
      expect([changed.status, changed.json.position]).to.deep.equal([200, 'CONDUCTOR']);
      expect((await api().get(PATH, ram.token)).json).to.include({ code: 'POSITION_TOO_LOW' });
      expect((await api().patch(path, { other: 1 }, sita.token)).json).to.include({ position: 'CONDUCTOR' });
      for (const position of ['BOSS', null]) {
        const refused = await api().patch(path, { position }, sita.token);
        expect([refused.status, refused.json.errors?.[0]?.field], String(position)).to.deep.equal([400, 'position']);
      }
    });

    it('removing a member ends the sessions, the access and the broker connection that came with the membership', async () => {
      const ram = await member(sita, 'OWNER');
      expect((await me(ram.token)).status).to.equal(200);
      const broker = `${api().url.replace(/^http/, 'ws')}/mqtt`;
      const { client, close } = await listenTo(broker, { username: 'ram', password: ram.token });
      const removed = await api().delete(`${PATH}/${ram.membership.id}`, undefined, sita.token);
      expect([removed.status, removed.text]).to.deep.equal([204, '']);
      expect((await me(ram.token)).json).to.include({ status: 401, code: 'SIGNED_OUT' });
      await eventually(() => !client.connected);
      await close();
      expect((await api().delete(`${PATH}/${ram.membership.id}`, undefined, sita.token)).json).to.include({
        status: 404,
        code: 'STAFF_UNKNOWN',
      });
    });

    it('a removed member goes back to their own company, or is no longer an operator', async () => {
      const ram = await member(sita, 'CLERK');
      await api().delete(`${PATH}/${ram.membership.id}`, undefined, sita.token);
      const sent = await login({ email: ram.email });
      const again = await verify(sent.json.ticket, codeFor(ram.email));
      expect(again.json.user.company_name).to.equal('Ram Thapa');
      const own = await api().get('/api/operator/company', again.json.access);
      expect(own.json).to.include({ company_name: 'Ram Thapa', position: 'OWNER' });
      expect(own.json.id).not.to.equal(sita.operatorId);

      const asha = await passenger();
      const { json } = await invite(sita, { email: asha.email });
      await accept(await tokenFor(asha.email), undefined);
      expect((await login(asha)).json).to.include({ otp_required: true });
      await api().delete(`${PATH}/${json.id}`, undefined, sita.token);
      expect((await login(asha)).json).to.include({ status: 403, code: 'WRONG_PORTAL' });
    });

    it('only an OWNER can change the staff, and a MANAGER is refused before anything else is checked', async () => {
      const ram = await member(sita, 'MANAGER');
      for (const answer of [
        await api().post(PATH, { position: 'BOSS' }, ram.token),
        await api().patch(`${PATH}/999999`, { position: 'BOSS' }, ram.token),
        await api().delete(`${PATH}/999999`, undefined, ram.token),
      ])
        expect(answer.json).to.include({ status: 403, code: 'POSITION_TOO_LOW' });
    });

    it('a company’s last OWNER cannot be removed or given a lower position', async () => {
      const { json } = await api().get(PATH, sita.token);
      const path = `${PATH}/${json.results[0].id}`;
      for (const answer of [
        await api().patch(path, { position: 'CLERK' }, sita.token),
        await api().delete(path, undefined, sita.token),
      ])
        expect(answer.json).to.include({ status: 409, code: 'LAST_OWNER' });
    });

    it('a request about another company’s staff member answers 404, whatever its body is', async () => {
      const other = await owner('Red Sky');
      const clerk = await member(other, 'CLERK');
      const answers = await Promise.all(
        [`${clerk.membership.id}`, '999999', 'x', '0'].map((id) =>
          api().patch(`${PATH}/${id}`, { position: 'BOSS' }, sita.token),
        ),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404]);
      expect(answers[0]?.text).to.equal(answers[1]?.text);
      const { status } = await api().delete(`${PATH}/${clerk.membership.id}`, undefined, sita.token);
      expect(status).to.equal(404);
    });

    it('the staff of a suspended company cannot be changed', async () => {
      const ram = await member(sita, 'CLERK');
      const { json } = await invite(sita);
      const token = await tokenFor(json.email);
      const { id } = await admin();
      await api().useCases.changeTerms(id, sita.operatorId!, { status: 'SUSPENDED', reason: 'x' });
      const path = `${PATH}/${ram.membership.id}`;
      for (const answer of [
        await invite(sita, { email: 'x' }),
        await api().patch(path, {}, sita.token),
        await api().delete(path, undefined, sita.token),
        await accept(token),
      ])
        expect(answer.json).to.include({ status: 403, code: 'COMPANY_SUSPENDED' });
      expect((await api().get(PATH, sita.token)).status).to.equal(200);
    });

    it('an invitation expires after a week', async () => {
      const now = api().clock();
      const { json } = await invite(sita);
      const token = await tokenFor(json.email);
      api().clock.set(daysAfter(now, 7));
      try {
        expect((await accept(token)).json).to.include({ status: 401, code: 'INVITATION_INVALID' });
      } finally {
        api().clock.set(now);
      }
    });
  },
  { environment: UNLIMITED },
);

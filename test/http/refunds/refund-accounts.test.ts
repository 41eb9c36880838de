import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import type { Refund } from '../../../core/payments/refund.ts';
import { START } from '../../support/clock.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { aNewShift } from '../../support/counter.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aPaidBooking, aRefund, CONTACT } from '../../support/refunds.ts';

const ACCOUNT = { kind: 'BANK', holder: 'Asha Gurung', number: 'NP0012345678', bank: 'Nabil Bank' };
const NUMBER = /NP0012345678/;

onEveryServer(
  'the account of a refund',
  (api) => {
    let asha: UserId;
    let admin: string;
    let clerk: UserId;
    let operatorId: OperatorId;
    let booking: Booking;
    let refund: Refund;

    beforeEach(async () => {
      api().clock.set(START);
      asha = await aPassengerId(api().dependencies);
      admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      ({ id: clerk, operatorId } = await anOperator(api().dependencies));
      const paid = await aPaidBooking(api().dependencies, { operatorId, userId: asha });
      ({ booking } = paid);
      refund = await aRefund(api().dependencies, { paid });
    });

    const staff = (position: 'CLERK' | 'CONDUCTOR' = 'CLERK', status: 'ACTIVE' | 'SUSPENDED' = 'ACTIVE') =>
      staffTokenOf(position, clerk, operatorId, status);
    const act = (action: string, body?: object) => api().post(`/api/admin/refunds/${refund.id}/${action}`, body, admin);
    const send = () => act('send', { method: 'BANK', reference: 'B-4711' });
    const shown = async (): Promise<Json> =>
      (await api().get(`/api/admin/refunds?operator_id=${operatorId}`, admin)).json.results[0];
    const put = (path: string, body: object, token: string) =>
      api().send(path, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const name = (body: object = ACCOUNT, token = tokenOf(asha)) =>
      put(`/api/bookings/${booking.id}/refund-account`, body, token);
    const nameAtCounter = (body: object = ACCOUNT, token = staff(), id: number = booking.id) =>
      put(`/api/operator/bookings/${id}/refund-account`, body, token);
    const nameAsAdmin = (id: number) => put(`/api/admin/refunds/${id}/account`, ACCOUNT, admin);
    const trail = async (subject: string): Promise<readonly Json[]> =>
      (await api().get(`/api/admin/activity-log?subject=${subject}`, admin)).json.results as readonly Json[];
    const mails = async () => {
      await api().useCases.sendMails();
      return api().mailer.sent.filter((mail) => 'bookingCode' in mail && mail.bookingCode === booking.code);
    };

    it('a passenger names the account for a refund that is DUE or FAILED, and only administrators see the full number', async () => {
      const { status, json: named } = await name();
      expect([status, named]).to.deep.equal([200, ACCOUNT]);
      expect((await shown()).account).to.deep.equal({
        ...ACCOUNT,
        version: '1',
        named_by: 'PASSENGER',
        shared_with: 0,
      });
      const seen = await api().get(`/api/bookings/${booking.id}`, tokenOf(asha));
      const office = await api().get(`/api/operator/bookings/${booking.id}`, staff());
      const inOffice = await api().get(`/api/admin/bookings/${booking.id}`, admin);
      for (const { text } of [seen, office, inOffice]) expect(text).not.to.match(NUMBER);
      expect(seen.json.refunds[0].account).to.deep.equal({ kind: 'BANK', masked: '•••••••••678' });
      await send();
      expectProblem(await name(), 409, 'NO_REFUND_DUE');
      await act('fail', { failure: 'Closed.' });
      const wallet = { kind: 'KHALTI', holder: 'Asha', number: '9712345678' };
      expect((await name(wallet)).json).to.deep.equal({ ...wallet, bank: null });
      expect((await name(wallet)).json, 'the same again').to.deep.equal({ ...wallet, bank: null });
      expect((await shown()).account.version).to.equal('2');
      await send();
      await act('confirm');
      expectProblem(await name(), 409, 'NO_REFUND_DUE');
      const rows = [...(await trail(`refund:${refund.id}`)), ...(await trail(`booking:${booking.id}`))];
      const namings = rows.filter(({ kind }) => kind === 'REFUND_ACCOUNT_NAMED');
      expect(namings.map(({ changes }) => changes)).to.deep.equal([
        {
          account_kind: { old: 'BANK', new: 'KHALTI' },
          account_number: { old: '•••••••••678', new: '•••••••678' },
        },
        { account_kind: { old: null, new: 'BANK' }, account_number: { old: null, new: '•••••••••678' } },
      ]);
      const told = (await mails()).filter(({ kind }) => kind === 'refund-account');
      expect(told.map((mail) => 'account' in mail && mail.account?.number)).to.have.members([
        '•••••••••678',
        '•••••••678',
      ]);
      for (const said of [rows, await mails()]) {
        expect(JSON.stringify(said)).not.to.match(NUMBER);
        expect(JSON.stringify(said)).not.to.include(wallet.number);
      }
    });

    const sold = async (owed = true) => {
      const paidAtCounter = await aPaidBooking(api().dependencies, { operatorId, userId: clerk, gateway: 'QR' });
      const { id } = paidAtCounter.booking;
      return { id, refund: owed ? await aRefund(api().dependencies, { paid: paidAtCounter }) : undefined };
    };

    it('a clerk can name the account for the refund of a counter sale, unless the company is suspended', async () => {
      const { id } = await sold();
      expect((await nameAtCounter(ACCOUNT, staff(), id)).json).to.deep.equal(ACCOUNT);
      expectProblem(await nameAtCounter(ACCOUNT, staff('CONDUCTOR'), id), 403, 'POSITION_TOO_LOW');
      expectProblem(await nameAtCounter(ACCOUNT, staff('CLERK', 'SUSPENDED'), id), 403, 'COMPANY_SUSPENDED');
      const foreign = await aRefund(api().dependencies);
      expectProblem(await nameAtCounter(ACCOUNT, staff(), foreign.bookingId), 404, 'BOOKING_UNKNOWN');
      expectProblem(await nameAtCounter(ACCOUNT, staff(), (await sold(false)).id), 409, 'NO_REFUND_DUE');
    });

    it('the account for the refund of an online booking can be named only by its passenger', async () => {
      expectProblem(await nameAtCounter(), 409, 'PASSENGER_NAMES_ACCOUNT');
      const unowed = await aPaidBooking(api().dependencies, { operatorId });
      expectProblem(await nameAtCounter(ACCOUNT, staff(), unowed.booking.id), 409, 'PASSENGER_NAMES_ACCOUNT');
      expectProblem(await nameAsAdmin(refund.id), 409, 'PASSENGER_NAMES_ACCOUNT');
      expectProblem(await act('take-over', { account: ACCOUNT }), 409, 'PASSENGER_NAMES_ACCOUNT');
      expect((await shown()).account).to.equal(null);
    });

    it('an administrator can name the account for the refund of a counter sale, and the buyer’s contact gets a mail', async () => {
      const { id, refund: owed } = await sold();
      expect((await nameAsAdmin(owed!.id)).json).to.deep.equal(ACCOUNT);
      const { results } = (await api().get(`/api/admin/refunds?operator_id=${operatorId}`, admin)).json;
      const { account } = (results as readonly Json[]).find((one) => one.id === owed!.id)!;
      expect(account).to.include({ number: ACCOUNT.number, named_by: 'ADMIN' });
      await api().useCases.sendMails();
      const mail = api().mailer.sent.find((one) => one.kind === 'refund-account' && one.namedBy === 'ADMIN');
      expect(mail).to.deep.include({ to: CONTACT.email, namedBy: 'ADMIN' });
      expect(mail).to.have.nested.property('account.number', '•••••••••678');
      expectProblem(await nameAsAdmin(2_147_483_647), 404, 'REFUND_UNKNOWN');
      await api().post(`/api/admin/refunds/${owed!.id}/take-over`, {}, admin);
      await api().post(`/api/admin/refunds/${owed!.id}/send`, { method: 'BANK', reference: 'B-1' }, admin);
      expectProblem(await nameAsAdmin(owed!.id), 409, 'NO_REFUND_DUE');
      expectProblem(await nameAtCounter(ACCOUNT, staff(), id), 409, 'NO_REFUND_DUE');
    });

    it('naming an account for the refund of another person’s booking answers BOOKING_UNKNOWN', async () => {
      const stranger = tokenOf(await aPassengerId(api().dependencies));
      expectProblem(await name(ACCOUNT, stranger), 404, 'BOOKING_UNKNOWN');
      expectProblem(await name(ACCOUNT, admin), 403, 'WRONG_ROLE');
    });

    it('naming an account for a refund with a wrong field is refused, and the answer names the field', async () => {
      const bad: readonly (readonly [object, string])[] = [
        [{ kind: 'CASH' }, 'kind'],
        [{ kind: undefined }, 'kind'],
        [{ holder: '' }, 'holder'],
        [{ holder: 'x'.repeat(151) }, 'holder'],
        [{ number: undefined }, 'number'],
        [{ number: '1234' }, 'number'],
        [{ number: 'x'.repeat(35) }, 'number'],
        [{ number: '12 345' }, 'number'],
        [{ bank: '' }, 'bank'],
        [{ bank: 'x'.repeat(151) }, 'bank'],
        [{ kind: 'ESEWA' }, 'number'],
        [{ kind: 'ESEWA', number: '9612345678' }, 'number'],
        [{ kind: 'KHALTI', number: '981234567' }, 'number'],
      ];
      for (const [change, field] of bad)
        for (const answer of [await name({ ...ACCOUNT, ...change }), await nameAtCounter({ ...ACCOUNT, ...change })]) {
          expectProblem(answer, 400, 'VALIDATION');
          expect(answer.json.errors[0].field, JSON.stringify(change)).to.equal(field);
        }
      expect((await shown()).account).to.equal(null);
      for (const number of ['12345', 'x'.repeat(34)]) expect((await name({ ...ACCOUNT, number })).status).to.equal(200);
    });

    it('the company sees only part of the number of an account for refunds', async () => {
      const sold = await aPaidBooking(api().dependencies, { operatorId, userId: clerk, gateway: 'QR' });
      const { id } = await aRefund(api().dependencies, { paid: sold });
      expect((await nameAtCounter(ACCOUNT, staff(), sold.booking.id)).status).to.equal(200);
      await aNewShift(api().dependencies, { userId: clerk, operatorId }, paisa(500_000));
      expect((await api().post(`/api/operator/refunds/${id}/pay-cash`, undefined, staff())).json.account).to.deep.equal(
        { ...ACCOUNT, number: '•••••••••678' },
      );
    });
  },
  { overrides: { authenticate } },
);

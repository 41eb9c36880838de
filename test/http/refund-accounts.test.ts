import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import type { Refund } from '../../core/payments/refund.ts';
import { START } from '../support/clock.ts';
import { aNewShift } from '../support/counter.ts';
import { onEveryServer } from '../support/http.ts';
import type { Json } from '../support/http.ts';
import { anAdmin, anOperator, aPassengerId } from '../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';
import { aPaidBooking, aRefund } from '../support/refunds.ts';

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
    const trail = async (subject: string): Promise<readonly Json[]> =>
      (await api().get(`/api/admin/activity-log?subject=${subject}`, admin)).json.results as readonly Json[];
    const mails = async () => {
      await api().useCases.sendMails();
      return api().mailer.sent.filter((mail) => 'bookingCode' in mail && mail.bookingCode === booking.code);
    };

    it('is the one that the passenger names while one is DUE or FAILED, and only administrators see whole', async () => {
      const { status, json: named } = await name();
      expect([status, named]).to.deep.equal([200, ACCOUNT]);
      expect((await shown()).account).to.deep.equal(ACCOUNT);
      const seen = await api().get(`/api/bookings/${booking.id}`, tokenOf(asha));
      const office = await api().get(`/api/operator/bookings/${booking.id}`, staff());
      const inOffice = await api().get(`/api/admin/bookings/${booking.id}`, admin);
      for (const { text } of [seen, office, inOffice]) expect(text).not.to.match(NUMBER);
      await send();
      expectProblem(await name(), 409, 'NO_REFUND_DUE');
      await act('fail', { failure: 'Closed.' });
      const wallet = { kind: 'KHALTI', holder: 'Asha', number: '9712345678' };
      expect((await name(wallet)).json).to.deep.equal({ ...wallet, bank: null });
      await send();
      await act('confirm');
      expectProblem(await name(), 409, 'NO_REFUND_DUE');
      const rows = [...(await trail(`refund:${refund.id}`)), ...(await trail(`booking:${booking.id}`))];
      expect(rows.filter(({ kind }) => kind === 'REFUND_ACCOUNT_NAMED')).to.have.length(2);
      for (const said of [rows, await mails()]) {
        expect(JSON.stringify(said)).not.to.match(NUMBER);
        expect(JSON.stringify(said)).not.to.include(wallet.number);
      }
    });

    it('is the one that a clerk names for somebody, though not while the company is suspended', async () => {
      expect((await nameAtCounter()).json).to.deep.equal(ACCOUNT);
      expectProblem(await nameAtCounter(ACCOUNT, staff('CONDUCTOR')), 403, 'POSITION_TOO_LOW');
      expectProblem(await nameAtCounter(ACCOUNT, staff('CLERK', 'SUSPENDED')), 403, 'COMPANY_SUSPENDED');
      const foreign = await aRefund(api().dependencies);
      expectProblem(await nameAtCounter(ACCOUNT, staff(), foreign.bookingId), 404, 'BOOKING_UNKNOWN');
      const unowed = await aPaidBooking(api().dependencies, { operatorId });
      expectProblem(await nameAtCounter(ACCOUNT, staff(), unowed.booking.id), 409, 'NO_REFUND_DUE');
    });

    it('of somebody else’s booking does not exist', async () => {
      const stranger = tokenOf(await aPassengerId(api().dependencies));
      expectProblem(await name(ACCOUNT, stranger), 404, 'BOOKING_UNKNOWN');
      expectProblem(await name(ACCOUNT, admin), 403, 'WRONG_ROLE');
    });

    it('has to be one', async () => {
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

    it('is masked for the company', async () => {
      const sold = await aPaidBooking(api().dependencies, { operatorId, userId: clerk, gateway: 'QR' });
      const { id } = await aRefund(api().dependencies, { paid: sold });
      expect((await nameAtCounter(ACCOUNT, staff(), sold.booking.id)).status).to.equal(200);
      await aNewShift(api().dependencies, { userId: clerk, operatorId });
      expect((await api().post(`/api/operator/refunds/${id}/pay-cash`, undefined, staff())).json.account).to.deep.equal(
        { ...ACCOUNT, number: '********5678' },
      );
    });
  },
  { overrides: { authenticate } },
);

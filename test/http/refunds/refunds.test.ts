import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import type { Refund } from '../../../core/payments/refund.ts';
import { START } from '../../support/clock.ts';
import { aNewShift, closeOpenShift } from '../../support/counter.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { type PaidBooking, aPaidBooking, aRefund, CONTACT } from '../../support/refunds.ts';

onEveryServer(
  'refunds',
  (api) => {
    let asha: UserId;
    let admin: string;
    let clerk: UserId;
    let operatorId: OperatorId;
    let paid: PaidBooking;
    let booking: Booking;
    let refund: Refund;

    beforeEach(async () => {
      api().clock.set(START);
      asha = await aPassengerId(api().dependencies);
      admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      ({ id: clerk, operatorId } = await anOperator(api().dependencies));
      paid = await aPaidBooking(api().dependencies, { operatorId, userId: asha });
      ({ booking } = paid);
      refund = await aRefund(api().dependencies, { paid });
    });

    const staff = (position: 'CLERK' | 'CONDUCTOR' = 'CLERK', status: 'ACTIVE' | 'SUSPENDED' = 'ACTIVE') =>
      staffTokenOf(position, clerk, operatorId, status);
    const list = async (query: string): Promise<readonly Json[]> =>
      (await api().get(`/api/admin/refunds?${query}`, admin)).json.results as readonly Json[];
    const shown = async (id: number = refund.id): Promise<Json> =>
      (await list(`operator_id=${operatorId}`)).find((one) => one.id === id)!;
    const act = (action: string, body?: object, id: number = refund.id, headers: Record<string, string> = {}) =>
      api().post(`/api/admin/refunds/${id}/${action}`, body, admin, headers);
    const send = (id?: number, headers?: Record<string, string>) =>
      act('send', { method: 'BANK', reference: 'B-4711' }, id, headers);
    const payCash = (id: number, token = staff(), headers: Record<string, string> = {}) =>
      api().post(`/api/operator/refunds/${id}/pay-cash`, undefined, token, headers);
    const give = (amount: unknown, note = 'No air.', payment: number = paid.paymentId) =>
      api().post(`/api/admin/payments/${payment}/refunds`, { amount, note }, admin);
    const trail = async (subject: string): Promise<readonly Json[]> =>
      (await api().get(`/api/admin/activity-log?subject=${subject}`, admin)).json.results as readonly Json[];
    const mails = async () => {
      await api().useCases.sendMails();
      return api().mailer.sent.filter((mail) => 'bookingCode' in mail && mail.bookingCode === booking.code);
    };
    const ledger = async () =>
      (await api().dependencies.ledgerViews.ofBooking(booking.id)).map(({ kind, debit, credit, amount, refundId }) => [
        ...[kind, debit, credit, amount, refundId],
      ]);

    it('an administrator’s view of a refund has every field of the API', async () => {
      expect(await shown()).to.deep.equal({
        payment_reference: 'REF',
        id: refund.id,
        booking_id: booking.id,
        booking_code: booking.code,
        payment_id: paid.paymentId,
        gateway: 'ESEWA',
        reason: 'PASSENGER_CANCELLATION',
        amount: 1000,
        status: 'DUE',
        due_at: '2026-11-27T04:15:00.000Z',
        automatic: false,
        overdue: false,
        account: null,
        method: null,
        reference: null,
        sent_at: null,
        paid_at: null,
        failure: null,
        created_at: '2026-11-20T04:15:00.000Z',
        taken_over: false,
        claimed_by: null,
        claimed_until: null,
      });
    });

    it('the list of refunds is ordered by due date, and can be filtered', async () => {
      const sooner = await aRefund(api().dependencies, { operatorId, dueAt: daysAfter(START, 1), reason: 'GOODWILL' });
      const ids = async (query: string) => (await list(`operator_id=${operatorId}&${query}`)).map(({ id }) => id);
      expect(await ids('')).to.deep.equal([sooner.id, refund.id]);
      expect(await ids('reason=GOODWILL')).to.deep.equal([sooner.id]);
      expect(await ids('status=SENT')).to.deep.equal([]);
      api().clock.set(daysAfter(START, 2));
      expect(await ids('overdue=true')).to.deep.equal([sooner.id]);
      expect(await ids('overdue=false&status=DUE')).to.deep.equal([refund.id]);
      expect((await shown(sooner.id)).overdue).to.equal(true);
    });

    it('sending and confirming a refund each send a mail and add a log entry, and paying it adds a ledger row', async () => {
      const sent = await send();
      expect(sent.status).to.equal(200);
      expect(sent.json).to.deep.equal(await shown());
      expect(sent.json).to.include({ status: 'SENT', method: 'BANK', reference: 'B-4711', paid_at: null });
      expect(sent.json.sent_at).to.equal('2026-11-20T04:15:00.000Z');
      expectProblem(await send(), 409, 'REFUND_STATE');
      expect(await ledger()).to.deep.equal([]);

      api().clock.set(hoursAfter(START, 1));
      const { json: done } = await act('confirm');
      expect(done).to.deep.equal({ ...sent.json, status: 'PAID', paid_at: '2026-11-20T05:15:00.000Z' });
      for (const again of [await act('confirm'), await act('fail', { failure: 'x' }), await send()])
        expectProblem(again, 409, 'REFUND_STATE');
      expect(await ledger()).to.deep.equal([['REFUND', 'REFUND_DUE', 'BANK', 100_000, refund.id]]);
      expect((await mails()).map(({ kind }) => kind)).to.have.members(['refund-sent', 'refund-paid']);
      const [paidRow, sentRow, ...more] = await trail(`refund:${refund.id}`);
      expect([paidRow!.kind, sentRow!.kind, more]).to.deep.equal(['REFUND_PAID', 'REFUND_SENT', []]);
      expect(sentRow).to.deep.include({
        operator_id: operatorId,
        changes: {
          status: { old: 'DUE', new: 'SENT' },
          method: { old: null, new: 'BANK' },
          reference: { old: null, new: 'B-4711' },
        },
      });
    });

    it('a refund that failed can be sent again', async () => {
      await send();
      const { json: failed } = await act('fail', { failure: 'No such account.' });
      expect(failed).to.include({ status: 'FAILED', failure: 'No such account.', reference: 'B-4711' });
      expectProblem(await act('confirm'), 409, 'REFUND_STATE');
      const { json: again } = await act('send', { method: 'KHALTI', reference: 'K-1' });
      expect(again).to.include({ status: 'SENT', failure: null, method: 'KHALTI', reference: 'K-1' });
      expect(await ledger()).to.deep.equal([]);
      const kinds = (await mails()).map(({ kind }) => kind);
      expect(kinds).to.have.members(['refund-sent', 'refund-failed', 'refund-sent']);
      expect((await trail(`refund:${refund.id}`)).map(({ kind }) => kind)).to.include('REFUND_FAILED');
    });

    it('a request about a refund with a wrong field is refused, and the answer names the field', async () => {
      const field = ({ status, json: said }: Answer) => [status, said.errors?.[0].field];
      for (const [action, body, wrong] of [
        ['send', { reference: 'x' }, 'method'],
        ['send', { method: 'CASH', reference: 'x' }, 'method'],
        ['send', { method: 'ESEWA' }, 'reference'],
        ['send', { method: 'ESEWA', reference: ' ' }, 'reference'],
        ['send', { method: 'ESEWA', reference: 'x'.repeat(101) }, 'reference'],
        ['fail', {}, 'failure'],
        ['fail', { failure: 'x'.repeat(301) }, 'failure'],
      ] as const)
        expect(field(await act(action, body)), JSON.stringify(body)).to.deep.equal([400, wrong]);
      for (const amount of [0, -1, 0.001, '1', null, undefined])
        expect(field(await give(amount)), String(amount)).to.deep.equal([400, 'amount']);
      expect(field(await give(1, ''))).to.deep.equal([400, 'note']);
      for (const action of ['send', 'confirm', 'fail'])
        expectProblem(await act(action, {}, 2_147_483_647), 404, 'REFUND_UNKNOWN');
      expectProblem(await give(1, 'x', 2_147_483_647), 404, 'PAYMENT_UNKNOWN');
    });

    it('a refund is sent only once under one Idempotency-Key', async () => {
      const key = { 'Idempotency-Key': `send-${refund.id}` };
      const [first, second] = [await send(refund.id, key), await send(refund.id, key)];
      expect([second.status, second.json]).to.deep.equal([200, first.json]);
      expect(second.headers.get('idempotency-replayed')).to.equal('true');
      expect(await mails()).to.have.length(1);
    });

    it('a goodwill refund of more than is left of the payment is refused', async () => {
      const tooMuch = await give(200.01);
      expectProblem(tooMuch, 409, 'REFUND_EXCEEDS');
      expect(tooMuch.json.left).to.equal(200);
      expectProblem(await give(20_000_000), 409, 'REFUND_EXCEEDS');
      const { status, json: given } = await give(150.5);
      expect(status).to.equal(201);
      expect(given).to.deep.equal(await shown(given.id as number));
      expect(given).to.include({
        reason: 'GOODWILL',
        status: 'DUE',
        amount: 150.5,
        due_at: '2026-11-27T04:15:00.000Z',
      });
      expect(await ledger()).to.deep.equal([['GOODWILL', 'COMMISSION', 'REFUND_DUE', 15_050, given.id]]);
      const [row, ...more] = await trail(`refund:${given.id}`);
      expect([row!.kind, more]).to.deep.equal(['REFUND_ADDED', []]);
      expect(row!.description).to.include('No air.');
      expectProblem(await give(49.51), 409, 'REFUND_EXCEEDS');
      expect((await give(49.5)).status).to.equal(201);
      expectProblem(await give(0.01), 409, 'REFUND_EXCEEDS');
    });

    it('a cash refund is paid only once, from a clerk’s open shift, even if the company is suspended', async () => {
      const sold = await aPaidBooking(api().dependencies, { operatorId, userId: clerk, gateway: 'CASH' });
      const { id } = await aRefund(api().dependencies, { paid: sold, reason: 'OPERATOR_CANCELLATION' });
      expectProblem(await send(id), 409, 'REFUND_STATE');
      expectProblem(await payCash(id, staff('CONDUCTOR')), 403, 'POSITION_TOO_LOW');
      expectProblem(await payCash(id), 409, 'NO_OPEN_SHIFT');
      const member = { userId: clerk, operatorId };
      await aNewShift(api().dependencies, member, paisa(500_000));
      const key = { 'Idempotency-Key': `cash-${id}` };
      const done = await payCash(id, staff('CLERK', 'SUSPENDED'), key);
      expect([done.status, done.json.status, done.json.method]).to.deep.equal([200, 'PAID', 'CASH']);
      expect((await payCash(id, staff(), key)).json).to.deep.equal(done.json);
      expectProblem(await payCash(id), 409, 'REFUND_STATE');
      const [shift] = (await api().get('/api/operator/shifts?status=OPEN', staff())).json.results as readonly Json[];
      expect(shift).to.include({ opening_cash: 5000, refunds: 1000, expected_cash: 4000 });
      const [row] = await trail(`refund:${id}`);
      expect([row!.kind, row!.actor.role]).to.deep.equal(['REFUND_PAID', 'OPERATOR']);
      const rows = await api().dependencies.ledgerViews.ofBooking(sold.booking.id);
      expect(rows.map(({ debit, credit }) => [debit, credit])).to.deep.equal([['REFUND_DUE', 'CASH']]);
      await api().useCases.sendMails();
      const mail = api().mailer.sent.filter((one) => 'bookingCode' in one && one.bookingCode === sold.booking.code);
      expect(mail.map((one) => [one.kind, one.to, one.name])).to.deep.equal([
        ['refund-paid', CONTACT.email, CONTACT.name],
      ]);
      await closeOpenShift(api().dependencies, member);
    });

    it('a refund of an online payment, of goodwill or of another company’s sale cannot be paid in cash', async () => {
      await aNewShift(api().dependencies, { userId: clerk, operatorId }, paisa(500_000));
      expectProblem(await payCash(refund.id), 409, 'REFUND_STATE');
      const sold = await aPaidBooking(api().dependencies, { operatorId, userId: clerk, gateway: 'QR' });
      const goodwill = await aRefund(api().dependencies, { paid: sold, reason: 'GOODWILL', amount: paisa(100) });
      expectProblem(await payCash(goodwill.id), 409, 'REFUND_STATE');
      expect((await send(goodwill.id)).json.status).to.equal('SENT');
      const foreign = await aRefund(api().dependencies, { gateway: 'QR' });
      expectProblem(await payCash(foreign.id), 404, 'REFUND_UNKNOWN');
    });

    it('a booking shows its refunds to its passenger, to its company and to administrators', async () => {
      const due = { amount: 1000, reason: 'PASSENGER_CANCELLATION', due_at: '2026-11-27T04:15:00.000Z' };
      const mine = async () => (await api().get(`/api/bookings/${booking.id}`, tokenOf(asha))).json.refunds;
      const office = async () => (await api().get(`/api/operator/bookings/${booking.id}`, staff())).json.refunds;
      const byHand = { gateway: 'ESEWA', automatic: false, account: null };
      const before = { ...due, ...byHand, status: 'DUE', needs_account: true, paid_at: null, reference: null };
      expect(await mine()).to.deep.equal([before]);
      await send();
      await act('confirm');
      const paidBack = { ...due, status: 'PAID', paid_at: '2026-11-20T04:15:00.000Z', reference: 'B-4711' };
      expect(await mine()).to.deep.equal([{ ...paidBack, ...byHand, needs_account: false }]);
      expect((await api().get('/api/bookings', tokenOf(asha))).json[0].refunds).to.deep.equal(await mine());
      const seen = { id: refund.id, gateway: 'ESEWA', automatic: false, taken_over: false };
      expect(await office()).to.deep.equal([{ ...paidBack, ...seen }]);
    });

    it('the administrators’ overview counts each refund as due until it is paid', async () => {
      const figures = async () => {
        const { refunds_due: due, refunds_overdue: overdue } = (await api().get('/api/admin/overview', admin)).json;
        return [due, overdue] as readonly [number, number];
      };
      api().clock.set(daysAfter(START, 8));
      const [due, overdue] = await figures();
      await send();
      expect(await figures()).to.deep.equal([due, overdue]);
      await act('confirm');
      expect(await figures()).to.deep.equal([due - 1, overdue - 1]);
    });
  },
  { overrides: { authenticate } },
);

import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { changingOverHttp, type PaidOverHttp } from '../../support/changing-over-http.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { authenticate } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

/** Changes of a booking of Rs 1,000, an hour before its departure. Changing or cancelling it would cost all of it. */
onEveryServer(
  'changes of bookings by the company over HTTP',
  (api) => {
    const user = changingOverHttp(api);
    let booking: PaidOverHttp;

    beforeEach(async () => {
      await user.begin();
      booking = await user.paid();
      api().clock.set(hoursAfter(booking.trip.departsAt, -1));
    });

    const change = (
      to: { readonly id: number },
      more: object = {},
      { by = 'MANAGER', of = booking.id }: { readonly by?: 'CLERK' | 'MANAGER'; readonly of?: number } = {},
    ) => user.inOffice(of, 'change', { schedule_id: to.id, seat_numbers: ['A1', 'A2'], ...more }, by);

    it('the difference of a change is paid at once by a QR code under a reference, without a shift', async () => {
      const to = await user.another(60_000);
      const { status, json } = await change(to, { paid_by: 'QR', reference: 'QR 4711' }, { by: 'CLERK' });
      expect([status, json.booking_status, json.amount_due]).to.deep.equal([201, 'CONFIRMED', 0]);
      const paid = json.payments.map(({ gateway, amount, status: state, reference }: Json) => [
        ...[gateway, amount, state, reference],
      ]);
      // The fee is the whole price, so there is no credit and no payment that carries it.
      expect(paid).to.deep.equal([['QR', 1_200, 'COMPLETE', 'QR 4711']]);
      expect(json.changed_from.id).to.equal(booking.id);
      expect(await user.read(booking)).to.include({ booking_status: 'CANCELLED', cancelled_by: 'OPERATOR' });
      const rows = (await user.ledgerOf(json)).map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount]);
      expect(rows).to.deep.equal([['PAYMENT', 'CASH', 'UNEARNED', 1_200]]);
      expect(await user.cancellationQuote(json)).to.include({ fee: 1_200, refund: 0 });
    });

    it('a change without a fee adds nothing to the cost of cancelling the new booking', async () => {
      const to = await user.another(50_000);
      const { status, json } = await change(to, { fee: 'none' });
      expect([status, json.payments.map(({ gateway }: Json) => gateway)]).to.deep.equal([201, ['CREDIT']]);
      // The new bus leaves in 25 hours.
      expect(await user.cancellationQuote(json)).to.deep.equal({
        fee: 100,
        refund: 900,
        tier: '10% fee: 24 to 48 hours before departure',
      });
    });

    it('a change by a clerk that refunds money needs a manager, and the refund belongs to the old booking', async () => {
      const to = await user.another(30_000);
      api().clock.set(START);
      booking = await user.paid();
      api().clock.set(hoursAfter(booking.trip.departsAt, -25));
      expectProblem(await change(to, {}, { by: 'CLERK' }), 403, 'POSITION_TOO_LOW');
      expectProblem(await change(to, { to_refund: 399 }, { by: 'CLERK' }), 409, 'QUOTE_CHANGED');
      expectProblem(await change(to, { fee: 'none' }, { by: 'CLERK' }), 403, 'POSITION_TOO_LOW');
      const { status, json } = await change(to, { to_refund: 400, to_pay: 0 });
      expect([status, json.refunds]).to.deep.equal([201, []]);
      const { refunds } = await user.read(booking);
      expect(refunds.map(({ reason, amount }: Json) => [reason, amount])).to.deep.equal([['CHANGE', 400]]);
      const rows = (await user.ledgerOf(booking)).map(({ debit, credit, amount, refund_id: refund }) => [
        ...[debit, credit, amount, refund !== null],
      ]);
      expect(rows).to.deep.include.members([
        ['UNEARNED', 'TRANSFER', 600, false],
        ['UNEARNED', 'REFUND_DUE', 400, true],
      ]);
    });

    it('a changed counter sale keeps its customer, its seller and its commission', async () => {
      const contact = { name: 'Hari Thapa', phone: '9812345678', email: 'hari@example.com' };
      const sale = { seat_numbers: ['B1'], contact, paid_by: 'QR' };
      const sold = await api().post(`/api/operator/trips/${booking.trip.id}/sales`, sale, user.staff('CLERK'));
      expect(sold.status, sold.text).to.equal(201);
      const to = await user.another(50_000);
      const { status, json } = await change(to, { seat_numbers: ['B2'], fee: 'none' }, { of: sold.json.id });
      expect(status).to.equal(201);
      const { sold_by: seller, commission_amount: commission } = sold.json;
      expect(json).to.deep.include({ contact, sold_by: seller, commission_amount: commission, total_amount: 500 });
    });

    it('the refusals of a change by the company come in order: seats, amounts, position, payment and shift', async () => {
      const to = await user.another(60_000);
      await user.hold(to, 'A1');
      expectProblem(await change(to, { to_pay: 1 }), 409, 'SEATS_TAKEN');
      const others = { seat_numbers: ['B1', 'B2'] };
      expectProblem(await change(to, { ...others, to_pay: 1 }), 409, 'QUOTE_CHANGED');
      const unpaid = await change(to, others);
      expect([unpaid.status, unpaid.json.errors[0].field]).to.deep.equal([400, 'paid_by']);
      expectProblem(await change(to, { ...others, paid_by: 'CASH' }), 409, 'NO_OPEN_SHIFT');
      expect((await user.read(booking)).booking_status).to.equal('CONFIRMED');
    });

    it('cash for a change belongs to the shift of the clerk who took it', async () => {
      await api().post('/api/operator/shifts', { opening_cash: 100 }, user.staff('CLERK'));
      const { status } = await change(await user.another(60_000), { paid_by: 'CASH' }, { by: 'CLERK' });
      expect(status).to.equal(201);
      const [shift] = (await api().get('/api/operator/shifts', user.staff('CLERK'))).json.results;
      expect(shift).to.include({ sales: 1_200, expected_cash: 1_300 });
    });

    it('an exchange of seats by the company takes free or blocked seats, not held ones, and costs nothing', async () => {
      await user.hold(booking.trip, 'B1');
      expectProblem(await change(booking.trip, { seat_numbers: ['A1', 'B1'] }, { by: 'CLERK' }), 409, 'SEATS_TAKEN');
      const blocks = `/api/operator/trips/${booking.trip.id}/blocks`;
      await api().put(blocks, { blocks: [{ seat_number: 'B2', reason: 'Guide' }] }, user.staff('CLERK'));
      const { status, json } = await change(booking.trip, { seat_numbers: ['A1', 'B2'] }, { by: 'CLERK' });
      expect([status, json.id, json.total_amount]).to.deep.equal([200, booking.id, 1_000]);
      expect(json.seats.map(({ seat_number: number }: Json) => number)).to.deep.equal(['A1', 'B2']);
      expect((await api().get(blocks, user.staff('CLERK'))).json.blocks).to.deep.equal([]);
      const [log] = await user.activityOf(booking);
      expect([log.kind, log.actor.role]).to.deep.equal(['BOOKING_CHANGED', 'OPERATOR']);
    });
  },
  { overrides: { authenticate } },
);

import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { changePlan } from '../../support/catalogue.ts';
import { changingOverHttp, type PaidOverHttp } from '../../support/changing-over-http.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { beginPayment } from '../../support/paying-over-http.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

/** Each booking costs Rs 1,000 for A1 and A2. The commission is 10 %. */
onEveryServer(
  'the money of changed bookings over HTTP',
  (api) => {
    const user = changingOverHttp(api);
    let booking: PaidOverHttp;

    beforeEach(async () => {
      await user.begin();
      booking = await user.paid();
    });

    /** Sets the clock to so many hours before the departure of the booking's first trip. */
    const at = (hours: number) => api().clock.set(hoursAfter(booking.trip.departsAt, -hours));
    const inWords = (rows: readonly Json[], kind: string): readonly string[] =>
      rows.filter((row) => row.kind === kind).map(({ debit, credit, amount }) => `${debit}/${credit} ${amount}`);
    const refundsIn = ({ refunds }: Json): readonly (readonly [string, number])[] =>
      refunds.map(({ reason, amount }: Json) => [reason, amount]);
    const paymentsOf = async (one: { readonly id: number }) =>
      (await user.readInOffice(one)).payments.map(({ gateway, amount, status }: Json) => [gateway, amount, status]);

    const leastIn = async (seen: Promise<Json>) => (await seen).least_cancel_percent as number;
    const tokenOfTicket = async (one: { readonly id: number }) =>
      new URL((await user.readInOffice(one)).ticket_url as string).searchParams.get('token');

    /** Changes the booking to a trip at Rs 600.50 a seat, 20 hours before its departure. Rs 301 are left to pay. */
    async function dearer(): Promise<Json> {
      at(20);
      const { status, json } = await user.change(booking, await user.another(60_050));
      expect([status, json.amount_due]).to.deep.equal([201, 301]);
      return json;
    }

    it('by default a change costs nothing until 24 hours before the departure, then 10 %, and is refused from 2 hours on', async () => {
      const to = { schedule_id: (await user.another(50_000)).id };
      const ask = async () => (await user.post(booking.id, 'change-quote', to)).json;
      at(24);
      expect(await ask()).to.include({ change_fee: 0, free: true });
      api().clock.set(minutesAfter(booking.trip.departsAt, -24 * 60 + 1));
      expect(await ask()).to.include({ change_fee: 100, free: false });
      api().clock.set(minutesAfter(booking.trip.departsAt, -2 * 60 - 1));
      expect(await ask()).to.include({ change_fee: 100, credit: 900 });
      at(2);
      expect(await ask()).to.include({ status: 409, code: 'CHANGE_TOO_LATE' });
      const inOffice = (await user.inOffice(booking.id, 'change-quote', to)).json;
      expect(inOffice).to.include({ change_fee: 100 });
      at(1);
      expect((await user.inOffice(booking.id, 'change-quote', to)).json).to.include({ change_fee: 1_000, credit: 0 });
    });

    it('a difference below Rs 10 is waived, and a change costs nothing while cancelling is free', async () => {
      const quoteFor = async (fare: number) =>
        (await user.post(booking.id, 'change-quote', { schedule_id: (await user.another(fare)).id })).json;
      at(20);
      expect(await quoteFor(45_250)).to.include({ credit: 900, new_total: 900, to_pay: 0, to_refund: 0 });
      expect(await quoteFor(45_500)).to.include({ credit: 900, new_total: 910, to_pay: 10, to_refund: 0 });
      expect(await quoteFor(35_000)).to.include({ credit: 900, new_total: 700, to_pay: 0, to_refund: 200 });
      const departsAt = minutesAfter(booking.trip.departsAt, 30);
      await changePlan(api().dependencies, booking.trip.id, { departsAt });
      expect(await quoteFor(45_250)).to.include({ change_fee: 0, free: true, credit: 1_000, to_refund: 95 });
    });

    it('the payment of the difference completes a change, frees the old seats and moves the money in the ledger', async () => {
      const made = await dearer();
      expect(await user.read(booking)).to.deep.include({ booking_status: 'CONFIRMED', changed_to: null });
      expect(await user.seatsOf(booking.trip)).to.include({ A1: 'BOOKED', A2: 'BOOKED' });
      await user.pay(made);
      const link = ({ id, booking_code }: Json) => ({ id, booking_code });
      const old = await user.read(booking);
      expect(old).to.deep.include({
        booking_status: 'CANCELLED',
        cancelled_by: 'PASSENGER',
        cancelled_at: toIso(api().clock()),
        cancellation_fee_amount: 100,
        payment_status: 'COMPLETE',
        changed_to: link(made),
        refunds: [],
      });
      const changed = await user.read(made);
      expect(changed).to.deep.include({
        booking_status: 'CONFIRMED',
        total_amount: 1_201,
        amount_due: 0,
        payment_status: 'COMPLETE',
        changed_from: link(old),
      });
      expect(await user.list()).to.deep.equal([changed, old]);
      expect(await user.seatsOf(booking.trip)).to.include({ A1: 'AVAILABLE', A2: 'AVAILABLE' });
      expect(await paymentsOf(made)).to.have.deep.members([
        ['ESEWA', 301, 'COMPLETE'],
        ['CREDIT', 900, 'COMPLETE'],
      ]);
      const [before, after] = [await user.ledgerOf(booking), await user.ledgerOf(made)];
      expect(inWords(before, 'CHANGE')).to.deep.equal([
        'UNEARNED/TRANSFER 900',
        'UNEARNED/OPERATOR 90',
        'UNEARNED/COMMISSION 10',
      ]);
      expect(inWords(after, 'CHANGE')).to.deep.equal(['TRANSFER/UNEARNED 900']);
      expect(inWords(after, 'PAYMENT')).to.deep.equal(['GATEWAY/UNEARNED 301']);
      const { payment_id: credit } = before.find(({ credit: account }) => account === 'TRANSFER');
      expect(after.find(({ debit }) => debit === 'TRANSFER')).to.include({ payment_id: credit });
      expect(await user.seenByAdmin('balances')).to.include({ TRANSFER: 0 });
      expect(await user.seenByAdmin(`payments/${credit}`)).to.include({ gateway: 'CREDIT', amount: 900 });
      expectProblem(await user.asAdmin(`payments/${credit}/enquire`, {}), 409, 'NOT_AT_GATEWAY');
      const gift = { amount: 1, note: 'No air.' };
      expectProblem(await user.asAdmin(`payments/${credit}/refunds`, gift), 409, 'REFUND_EXCEEDS');
    });

    it('the quote and both views of a changed booking say below which percent cancelling never costs', async () => {
      at(20);
      expect([await leastIn(user.read(booking)), await leastIn(user.readInOffice(booking))]).to.deep.equal([0, 0]);
      const to = await user.another(60_050);
      const quote = async (more: object = {}) =>
        leastIn(
          user
            .inOffice(booking.id, 'change-quote', { schedule_id: to.id, ...more }, 'MANAGER')
            .then(({ json }) => json),
        );
      expect([await quote(), await quote({ fee: 'none' })]).to.deep.equal([25, 0]);
      const { json: own } = await user.post(booking.id, 'change-quote', { schedule_id: to.id });
      expect(own).to.include({ least_cancel_percent: 25 });
      const made = (await user.change(booking, to)).json;
      expect(made).to.include({ booking_status: 'PENDING_PAYMENT', least_cancel_percent: 0 });
      await user.pay(made);
      expect([await leastIn(user.read(made)), await leastIn(user.readInOffice(made))]).to.deep.equal([25, 25]);
      expect(await leastIn(user.list().then(([first]) => first))).to.equal(25);
      // A departure that was put off makes cancelling free, so that no least fee counts.
      await changePlan(api().dependencies, to.id, { departsAt: minutesAfter(to.departsAt, 30) });
      expect([await leastIn(user.read(made)), await leastIn(user.readInOffice(made))]).to.deep.equal([0, 0]);
      expect(await leastIn(user.list().then(([first]) => first))).to.equal(0);
    });

    it('the ticket of a changed booking names the newest booking to everybody, and its address to the owner alone', async () => {
      const token = await tokenOfTicket(booking);
      const second = (await user.change(booking, await user.another(50_000, 54))).json;
      const third = (await user.change(second, await user.another(50_000, 60))).json;
      const answer = async (as?: string) => (await api().get(`/api/tickets/${token}`, as)).json;
      const newest = { booking_code: third.booking_code, departure_time: third.trip.departure_time };
      expect(await answer()).to.deep.include({ booking_status: 'CANCELLED', valid: false, changed_to: newest });
      const stranger = tokenOf(await aPassengerId(api().dependencies));
      for (const as of [stranger, user.staff('OWNER'), 'no token'])
        expect((await answer(as)).changed_to, as).to.deep.equal(newest);
      const { ticket_url: url } = await user.readInOffice(third);
      expect((await answer(user.passenger())).changed_to).to.deep.equal({ ...newest, ticket_url: url });
      const { json: ticket } = await api().get(`/api/tickets/${new URL(url as string).searchParams.get('token')}`);
      expect(ticket).to.deep.include({ booking_code: third.booking_code, valid: true, changed_to: null });
    });

    it('a changed booking keeps its contact, commission and tiers, and cancelling it costs what cancelling the old one did', async () => {
      const made = await dearer();
      await user.pay(made);
      const [before, after] = [await user.readInOffice(booking), await user.readInOffice(made)];
      expect(after).to.deep.include({ contact: before.contact, commission_amount: 120.1, operator_earning: 1_080.9 });
      // The new bus leaves in 44 hours, so without the change the fee would be 10 %.
      expect(await user.cancellationQuote(made)).to.deep.equal({
        fee: 300.25,
        refund: 900.75,
        tier: '25% fee: cancelling cost as much when the booking was changed',
      });
      const free = { reason: 'Ill.', fee: 'none' };
      expect((await user.inOffice(made.id, 'cancel', free, 'MANAGER')).status).to.equal(200);
      expect(refundsIn(await user.read(made))).to.deep.equal([
        ['OPERATOR_CANCELLATION', 301],
        ['OPERATOR_CANCELLATION', 900],
      ]);
      expect((await paymentsOf(booking))[0]).to.deep.equal(['ESEWA', 1_000, 'PARTIAL_REFUND']);
      expect(await paymentsOf(made)).to.deep.include.members([['ESEWA', 301, 'FULL_REFUND']]);
    });

    it('the least cost of cancelling stays the highest of a chain of changes, also after a change that was free', async () => {
      const first = await dearer();
      await user.pay(first);
      const { departsAt } = (await api().dependencies.transact(({ trips }) => trips.find(first.schedule_id)))!;
      await changePlan(api().dependencies, first.schedule_id, { departsAt: minutesAfter(departsAt, 30) });
      expect(await user.cancellationQuote(first)).to.include({ fee: 0 });
      const { json: last } = await user.change(first, await user.another(10_000, 90), { seats: ['B1', 'B2'] });
      // Without the first change, cancelling 80 hours before the departure would be free.
      expect(await user.cancellationQuote(last)).to.deep.equal({
        fee: 50,
        refund: 150,
        tier: '25% fee: cancelling cost as much when the booking was changed',
      });
    });

    it('a chain of changes refunds the newest payments first, and all its refunds go to the account that was named last', async () => {
      const first = await dearer();
      await user.pay(first);
      const { json: last } = await user.change(first, await user.another(10_000, 90), { seats: ['B1', 'B2'] });
      expect(last).to.include({ booking_status: 'CONFIRMED', total_amount: 200 });
      expect(refundsIn(await user.read(first))).to.deep.equal([
        ['CHANGE', 301],
        ['CHANGE', 700],
      ]);
      const account = { kind: 'ESEWA', holder: 'Asha Gurung', number: '9812345678' };
      const named = await api().put(`/api/bookings/${first.id}/refund-account`, account, user.passenger());
      expect(named.status, named.text).to.equal(200);
      await user.inOffice(last.id, 'cancel', { reason: 'Ill.', fee: 'none' }, 'MANAGER');
      const end = await user.read(last);
      expect(refundsIn(end)).to.deep.equal([['OPERATOR_CANCELLATION', 200]]);
      expect(end.refunds[0].account).to.deep.equal({ kind: 'ESEWA', masked: '•••••••678' });
      const bank = { ...account, kind: 'BANK', number: '001234567890', bank: 'Nabil' };
      await api().put(`/api/bookings/${last.id}/refund-account`, bank, user.passenger());
      const { refunds } = await user.read(first);
      expect(refunds.map((one: Json) => one.account.kind)).to.deep.equal(['BANK', 'BANK']);
      expect(await paymentsOf(booking)).to.deep.equal([['ESEWA', 1_000, 'PARTIAL_REFUND']]);
      expect(await paymentsOf(first)).to.deep.include.members([['ESEWA', 301, 'FULL_REFUND']]);
    });

    it('a changed booking shows the status of the newest payment through all its changes, in its detail and in the list', async () => {
      const first = await dearer();
      await user.pay(first);
      const { json: last } = await user.change(first, await user.another(10_000, 90), { seats: ['B1', 'B2'] });
      const shown = async () => [
        (await user.read(last)).payment_status,
        (await user.list()).find(({ id }) => id === last.id).payment_status,
      ];
      expect(await shown()).to.deep.equal(['COMPLETE', 'COMPLETE']);
      await api().dependencies.transact(async ({ payments }) => {
        const [oldest] = await payments.ofBooking(booking.id as never);
        await payments.move(oldest!.id, 'refundPartly', api().clock());
      });
      expect(await shown(), 'the older payment does not count').to.deep.equal(['COMPLETE', 'COMPLETE']);
      const newest = await api().dependencies.transact(async ({ payments }) =>
        (await payments.ofBooking(first.id)).find(({ gateway }) => gateway === 'ESEWA'),
      );
      await api().dependencies.transact(({ payments }) => payments.move(newest!.id, 'refundFully', api().clock()));
      expect(await shown()).to.deep.equal(['FULL_REFUND', 'FULL_REFUND']);
    });

    it('a company’s change tiers are kept with each booking and with the bookings that it is changed to', async () => {
      const setTiers = async (tiers: unknown) =>
        expect(
          (await api().patch('/api/operator/company', { change_tiers: tiers }, user.staff('OWNER'))).status,
        ).to.equal(200);
      await setTiers([{ hours: 0, fee_percent: 25 }]);
      await user.hold(booking.trip, 'B1');
      const wanted = { schedule_id: booking.trip.id, seat_numbers: ['B1'] };
      const { json: made } = await api().post('/api/bookings', wanted, user.passenger());
      await user.pay(made);
      await setTiers(null);
      at(20);
      const [to, later] = [await user.another(50_000), await user.another(50_000, 90)];
      const feeOf = async (one: { readonly id: number }, trip: { readonly id: number }) =>
        (await user.post(one.id, 'change-quote', { schedule_id: trip.id })).json.change_fee;
      expect([await feeOf(made, to), await feeOf(booking, to)]).to.deep.equal([125, 100]);
      const { json: moved } = await user.change(made, to, { seats: ['B1'] });
      await user.pay(moved);
      expect(await feeOf(moved, later)).to.equal(125);
    });

    it('goodwill lowers the credit of a change, even if its transfer failed', async () => {
      const [paid] = await api().dependencies.transact(({ payments }) => payments.ofBooking(booking.id as never));
      const gift = await user.asAdmin(`payments/${paid!.id}/refunds`, { amount: 900, note: 'No air.' });
      expect(gift.status, gift.text).to.equal(201);
      const to = { schedule_id: (await user.another(50_000)).id };
      const ask = async () => (await user.post(booking.id, 'change-quote', to)).json;
      expect(await ask()).to.include({ credit: 100, new_total: 1_000, to_pay: 900 });
      await api().dependencies.transact(async ({ refunds }) => {
        await refunds.move(gift.json.id, 'send', api().clock(), { method: 'BANK', reference: 'B-1' });
        await refunds.move(gift.json.id, 'fail', api().clock(), { failure: 'Closed.' });
      });
      expect(await ask()).to.include({ credit: 100, to_pay: 900 });
      const { status } = await user.change(booking, await user.another(5_000));
      expect(status).to.equal(201);
      // The platform paid the goodwill, and gets it back from the price.
      expect(inWords(await user.ledgerOf(booking), 'CHANGE')).to.deep.equal([
        'UNEARNED/TRANSFER 100',
        'UNEARNED/COMMISSION 900',
      ]);
    });

    it('goodwill leaves nothing of a change to a cheaper trip but its fee, so that an office’s cancellation without a fee gives nothing', async () => {
      const dear = await user.paid({ fare: paisa(75_000) }, 150_000);
      at(20);
      const { json: made } = await user.change(dear, await user.another(45_000));
      expect(refundsIn(await user.read(dear))).to.deep.equal([['CHANGE', 450]]);
      const [paid] = await api().dependencies.transact(({ payments }) => payments.ofBooking(dear.id as never));
      const give = (amount: number) => user.asAdmin(`payments/${paid!.id}/refunds`, { amount, note: 'No air.' });
      expect((await give(900)).status).to.equal(201);
      const before = refundsIn(await user.readInOffice(made));
      const cancelled = await user.inOffice(made.id, 'cancel', { reason: 'Sorry.', fee: 'none' }, 'MANAGER');
      expect([cancelled.status, cancelled.json.booking_status]).to.deep.equal([200, 'CANCELLED']);
      expect(refundsIn(await user.readInOffice(made))).to.deep.equal(before);
    });

    it('a second payment of a booking counts neither as credit of its change nor against it', async () => {
      await user.hold(booking.trip, 'B1');
      const wanted = { schedule_id: booking.trip.id, seat_numbers: ['B1'] };
      const { json: made } = await api().post('/api/bookings', wanted, user.passenger());
      const begin = () => beginPayment(api(), made.id, user.passenger());
      for (const pay of [await begin(), await begin()]) await pay();
      expect(refundsIn(await user.read(made))).to.deep.equal([['DUPLICATE_PAYMENT', 500]]);
      const to = { schedule_id: (await user.another(50_000)).id };
      const quoted = (await user.post(made.id, 'change-quote', to)).json;
      expect(quoted).to.include({ old_total: 500, credit: 500, to_pay: 0, to_refund: 0 });
    });

    it('the sales report and the company’s statement show the fee of a change, and the credit as refund and as sale', async () => {
      const made = await dearer();
      await user.pay(made);
      const day = toIso(START).slice(0, 10);
      const until = toIso(hoursAfter(START, 24 * 5)).slice(0, 10);
      const report = await user.readAsStaff(`reports/sales?from=${day}&to=${until}&by=day`);
      expect(report.total).to.include({ gross: 2_201, refunds: 900, fees: 100, seats_sold: 2 });
      api().clock.set(hoursAfter(START, 24 * 4));
      const statement = { operator_id: user.company().operatorId, until: toIso(api().clock()).slice(0, 10) };
      const { status, json } = await user.asAdmin('statements', statement);
      expect(status).to.equal(201);
      const { booking_code: code } = await user.read(booking);
      expect(json.lines[0]).to.include({ booking_code: code, kind: 'CHANGE', gross: 100, commission: 10, net: 90 });
    });
  },
  { overrides: { authenticate } },
);

import { expect } from 'chai';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { expectProblem } from '../../support/problems.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

onEveryServer('the counter of a company', (api) => {
  const { owner: anOwner, member } = staffOn(api);
  let owner: SignedInAccount;
  let clerk: SignedInAccount;
  let trip: number;

  const contact = { name: 'Asha Gurung', phone: '+977 1-4412345' };

  before(async () => {
    owner = await anOwner();
    clerk = await member(owner, 'CLERK');
  });
  beforeEach(async () => {
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! } })).id;
  });

  const sell = (body: object, by = clerk) =>
    api().post(`/api/operator/trips/${trip}/sales`, { contact, paid_by: 'QR', ...body }, by.token);
  const open = (by = clerk, cash: unknown = 500.5) =>
    api().post('/api/operator/shifts', { opening_cash: cash }, by.token);
  const close = (id: number, body: object = { counted_cash: 500.5 }, by = clerk) =>
    api().post(`/api/operator/shifts/${id}/close`, body, by.token);
  const minutesAfterIso = (minutes: number) => new Date(minutesAfter(api().clock(), minutes)).toISOString();
  const fieldOf = async (body: object): Promise<string> => {
    const refused = await sell(body);
    expectProblem(refused, 400, 'VALIDATION');
    return refused.json.errors[0].field;
  };

  it('a counter sale sells the seats and returns the booking', async () => {
    const { status, json } = await sell({
      seat_numbers: ['A2', 'A1'],
      passengers: [{ seat_number: 'A2', name: 'Maya', age: '9', gender: 'F', boarding_point: 'Kalanki' }],
      contact: { ...contact, email: 'Asha@Example.com' },
      reference: 'QR 4711',
    });
    expect(status).to.equal(201);
    expect(json).to.deep.equal({
      ...json,
      booking_status: 'CONFIRMED',
      schedule_id: trip,
      contact: { ...contact, email: 'asha@example.com' },
      sold_by: 'Ram Thapa',
      seats: [
        {
          seat_number: 'A1',
          passenger_name: 'Asha Gurung',
          passenger_age: null,
          passenger_gender: null,
          boarding_point: '',
          dropping_point: '',
          boarded_at: null,
          wish: null,
          side_by_side: [],
        },
        {
          seat_number: 'A2',
          passenger_name: 'Maya',
          passenger_age: 9,
          passenger_gender: 'F',
          boarding_point: 'Kalanki',
          dropping_point: '',
          boarded_at: null,
          wish: null,
          side_by_side: [],
        },
      ],
      seats_count: 2,
      total_amount: 2400,
      commission_amount: 0,
      operator_earning: 2400,
      payments: [
        {
          gateway: 'QR',
          status: 'COMPLETE',
          amount: 2400,
          gateway_id: null,
          reference: 'QR 4711',
          created_at: json.booked_at,
        },
      ],
      refunds: [],
    });
    const { sms: _sms, ...booking } = json;
    expect((await api().get(`/api/operator/bookings/${json.id}`, clerk.token)).json).to.deep.equal(booking);
    const { json: map } = await api().get(`/api/trips/${trip}/seats`);
    const booked = map.seats.filter(({ status: shown }: { status: string }) => shown === 'BOOKED');
    expect(booked.map(({ seat_number: seat }: { seat_number: string }) => seat)).to.deep.equal(['A1', 'A2']);
  });

  it('a refused counter sale names the taken seats, or says why the trip is not on sale', async () => {
    await sell({ seat_numbers: ['A1'] });
    const taken = await sell({ seat_numbers: ['A2', 'A1'] });
    expectProblem(taken, 409, 'SEATS_TAKEN');
    expect(taken.json.seats).to.deep.equal(['A1']);
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId!, status: 'INACTIVE' } })).id;
    const closed = await sell({ seat_numbers: ['A1'] });
    expectProblem(closed, 409, 'TRIP_NOT_BOOKABLE');
    expect(closed.json.because).to.equal('BUS_INACTIVE');
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! }, status: 'CANCELLED' })).id;
    expectProblem(await sell({ seat_numbers: ['A1'] }), 409, 'TRIP_CANCELLED');
  });

  it('a counter sale by QR code returns the code, and the same code again under the same Idempotency-Key', async () => {
    const ask = () =>
      api().send(`/api/operator/trips/${trip}/sales`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${clerk.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': `code-${trip}`,
        },
        body: JSON.stringify({ contact, paid_by: 'FONEPAY', seat_numbers: ['A1'] }),
      });
    const [first, again] = [await ask(), await ask()];
    expect(first.status).to.equal(201);
    expect(first.json).to.include({ booking_status: 'PENDING_PAYMENT', gateway_id: first.json.payments[0].gateway_id });
    expect(first.json.qr_text).to.be.a('string');
    expect(first.json.qr_expires_at).to.equal(minutesAfterIso(5));
    expect(again.json).to.deep.equal(first.json);
    const shown = await api().post(`/api/operator/bookings/${first.json.id}/checkout`, {}, clerk.token);
    expect([shown.status, shown.json.qr_text]).to.deep.equal([200, first.json.qr_text]);
    const checked = await api().post(`/api/operator/bookings/${first.json.id}/payment/check`, {}, clerk.token);
    expect(checked.json).to.include({ gateway: 'FONEPAY', booking_status: 'PENDING_PAYMENT' });
  });

  it('staff of a suspended company can check whether a counter sale was paid, but cannot take money for the sale', async () => {
    const { operatorId } = owner;
    const { id } = (await sell({ seat_numbers: ['A1'], paid_by: 'FONEPAY' })).json;
    const setStatus = (status: 'ACTIVE' | 'SUSPENDED') =>
      api().dependencies.transact(async ({ companies }) =>
        companies.save({ ...(await companies.lock(operatorId!))!, status }),
      );
    await setStatus('SUSPENDED');
    const checked = await api().post(`/api/operator/bookings/${id}/payment/check`, {}, clerk.token);
    const paid = await api().post(`/api/operator/bookings/${id}/checkout`, { paid_by: 'QR' }, clerk.token);
    await setStatus('ACTIVE');
    expect([checked.status, checked.json.booking_status], checked.text).to.deep.equal([200, 'PENDING_PAYMENT']);
    expectProblem(paid, 403, 'COMPANY_SUSPENDED');
  });

  it('a counter sale in cash needs an open shift, and is added to the shift’s total', async () => {
    expectProblem(await sell({ seat_numbers: ['A1'], paid_by: 'CASH' }), 409, 'NO_OPEN_SHIFT');
    const opened = await open();
    expect(opened.status).to.equal(201);
    const shift = {
      id: opened.json.id,
      staff: {
        id: (clerk as unknown as { readonly membership: { readonly id: number } }).membership.id,
        full_name: 'Ram Thapa',
      },
      opened_at: new Date(api().clock()).toISOString(),
      closed_at: null,
      opening_cash: 500.5,
      sales: 0,
      refunds: 0,
      expected_cash: 500.5,
      counted_cash: null,
      difference: null,
      note: null,
    };
    expect(opened.json).to.deep.equal(shift);
    expectProblem(await open(), 409, 'SHIFT_OPEN');
    expect((await sell({ seat_numbers: ['A1'], paid_by: 'CASH' })).status).to.equal(201);
    expect((await sell({ seat_numbers: ['A2'] })).status).to.equal(201);
    const closed = await close(shift.id, { counted_cash: 1700.25, note: ' A porter. ' });
    expect([closed.status, closed.json]).to.deep.equal([
      200,
      {
        ...shift,
        closed_at: shift.opened_at,
        sales: 1200,
        expected_cash: 1700.5,
        counted_cash: 1700.25,
        difference: -0.25,
        note: 'A porter.',
      },
    ]);
    expectProblem(await close(shift.id), 409, 'SHIFT_CLOSED');
    expect((await api().get('/api/operator/shifts', clerk.token)).json.results).to.deep.equal([closed.json]);
  });

  it('a CLERK sees only their own counter shifts, and a MANAGER all shifts of the company', async () => {
    const other = await member(owner, 'CLERK');
    const [mine, theirs] = [(await open()).json, (await open(other)).json];
    const ids = async (query: string, by: SignedInAccount) =>
      (await api().get(`/api/operator/shifts?${query}`, by.token)).json.results.map(({ id }: { id: number }) => id);
    expect(await ids('status=OPEN', clerk)).to.deep.equal([mine.id]);
    expect(await ids('status=OPEN', owner)).to.deep.equal([theirs.id, mine.id]);
    expect(await ids(`status=OPEN&staff_id=${mine.staff.id}`, owner)).to.deep.equal([mine.id]);
    expect(await ids('status=OPEN', other)).to.deep.equal([theirs.id]);
    const foreign = await close(mine.id, undefined, other);
    expectProblem(foreign, 404, 'SHIFT_UNKNOWN');
    expect(foreign.text).to.equal((await close(2_147_483_647, undefined, other)).text);
    for (const { id } of [mine, theirs])
      expect((await close(id, { counted_cash: 0, note: 'Not counted.' }, owner)).status).to.equal(200);
  });

  it('a shift report counts the tickets, payments and refunds of its seller', async () => {
    const seller = await member(owner, 'CLERK');
    const { json: shift } = await open(seller, 0);
    await sell({ seat_numbers: ['A1'], paid_by: 'CASH' }, seller);
    const { json: qr } = await sell({ seat_numbers: ['A2'] }, seller);
    await sell({ seat_numbers: ['B1'] }, owner);
    const undone = await api().post(`/api/operator/bookings/${qr.id}/undo`, {}, seller.token);
    expect([undone.status, undone.json.booking_status]).to.deep.equal([200, 'REFUNDED']);
    expect(undone.json.refunds[0]).to.include({ status: 'PAID', amount: 1200 });
    const report = await api().get(`/api/operator/shifts/${shift.id}`, seller.token);
    expect(report.status).to.equal(200);
    const { sold, refunded, ...listed } = report.json;
    expect([sold, refunded]).to.deep.equal([{ tickets: 2, cash: 1200, qr: 1200, fonepay: 0 }, 1200]);
    expect((await api().get('/api/operator/shifts?limit=1', seller.token)).json.results).to.deep.equal([listed]);
    const pdf = await api().get(`/api/operator/shifts/${shift.id}.pdf`, seller.token);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).to.deep.equal([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    const other = await member(owner, 'CLERK');
    for (const path of ['', '.pdf'])
      expectProblem(await api().get(`/api/operator/shifts/${shift.id}${path}`, other.token), 404, 'SHIFT_UNKNOWN');
    expect((await close(shift.id, { counted_cash: 1200 }, seller)).status).to.equal(200);
  });

  it('a clerk whose company counts blindly gets no sums of an open shift', async () => {
    const blind = (is: boolean) =>
      api().send('/api/operator/company', {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ blind_count: is }),
      });
    expect((await blind(true)).json.blind_count).to.equal(true);
    const { json: shift } = await open(clerk, 0);
    expect(shift).to.include({ opening_cash: 0, sales: null, refunds: null, expected_cash: null });
    const sums = async (by: SignedInAccount) => {
      const { json } = await api().get(`/api/operator/shifts/${shift.id}`, by.token);
      return [json.sales, json.refunds, json.expected_cash, json.sold === null, json.refunded];
    };
    expect(await sums(clerk)).to.deep.equal([null, null, null, true, null]);
    expect(await sums(owner)).to.deep.equal([0, 0, 0, false, 0]);
    expect((await api().get('/api/operator/today', clerk.token)).json.open_shifts[0].sales).to.equal(null);
    const refused = await close(shift.id, { counted_cash: 1, note: '  ' });
    expectProblem(refused, 409, 'CASH_DIFFERS');
    expect(refused.json).not.to.have.property('difference');
    expect((await close(shift.id, { counted_cash: 0 })).json).to.include({ expected_cash: 0, difference: 0 });
    await blind(false);
  });

  it('undoing a sale is refused in order: unknown booking, position, closed booking', async () => {
    const undo = (id: number, by = clerk) => api().post(`/api/operator/bookings/${id}/undo`, {}, by.token);
    expectProblem(await undo(2_147_483_647), 404, 'BOOKING_UNKNOWN');
    const { json: sale } = await sell({ seat_numbers: ['A1'] });
    expectProblem(await undo(sale.id, await member(owner, 'CLERK')), 403, 'POSITION_TOO_LOW');
    expectProblem(await undo(sale.id, await member(owner, 'CONDUCTOR')), 403, 'POSITION_TOO_LOW');
    expect((await undo(sale.id, owner)).status).to.equal(200);
    expectProblem(await undo(sale.id), 409, 'BOOKING_CLOSED');
  });

  it('a member with an open counter shift cannot be removed from the staff', async () => {
    const other = await member(owner, 'CLERK');
    const { json: shift } = await open(other);
    const remove = () =>
      api().send(`/api/operator/staff/${other.membership.id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${owner.token}` },
      });
    expectProblem(await remove(), 409, 'SHIFT_OPEN');
    await close(shift.id, { counted_cash: 0, note: 'Not counted.' }, owner);
    expect((await remove()).status).to.equal(204);
  });

  it('a request for a counter sale or a shift with a wrong field answers 400 and names the field', async () => {
    expect(await fieldOf({})).to.equal('seat_numbers');
    expect(await fieldOf({ seat_numbers: ['A1', 'Z9'] })).to.equal('seat_numbers[1]');
    const asked = { seat_numbers: ['A1'] };
    expect(await fieldOf({ ...asked, contact: undefined })).to.equal('contact');
    expect(await fieldOf({ ...asked, contact: { name: '', phone: '98123' } })).to.equal('contact.name');
    for (const phone of ['1234', '1'.repeat(21), '98123a', ''])
      expect(await fieldOf({ ...asked, contact: { name: 'Asha', phone } }), phone).to.equal('contact.phone');
    expect(await fieldOf({ ...asked, contact: { ...contact, email: 'nobody' } })).to.equal('contact.email');
    expect(await fieldOf({ ...asked, paid_by: 'ESEWA' })).to.equal('paid_by');
    expect(await fieldOf({ ...asked, reference: 'x'.repeat(101) })).to.equal('reference');
    for (const email of ['', null])
      expect((await sell({ seat_numbers: ['A1'], contact: { ...contact, email } })).status, String(email)).to.equal(
        email === '' ? 201 : 409,
      );
    for (const cash of [-0.01, 0.001, 10_000_000.01, '500', null])
      expectProblem(await open(clerk, cash), 400, 'VALIDATION');
  });

  it('a counter sale with a wrong field answers 400 before the trip’s state is checked', async () => {
    trip = (await aTrip(api().dependencies, { bus: { operatorId: owner.operatorId! }, status: 'CANCELLED' })).id;
    expect(await fieldOf({ seat_numbers: ['Z9'], paid_by: 'CASH' })).to.equal('seat_numbers[0]');
    trip = (await aTrip(api().dependencies)).id;
    expectProblem(await sell({ seat_numbers: ['Z9'] }), 404, 'TRIP_UNKNOWN');
  });

  it('a counter sale is still possible after the departure, until the planned arrival', async () => {
    const departsAt = minutesAfter(START, 2);
    trip = (
      await aTrip(api().dependencies, {
        bus: { operatorId: owner.operatorId! },
        departsAt,
        arrivesAt: minutesAfter(departsAt, 2),
      })
    ).id;
    api().clock.set(minutesAfter(departsAt, 1));
    expect((await sell({ seat_numbers: ['A1'] })).status).to.equal(201);
    api().clock.set(minutesAfter(departsAt, 2));
    expectProblem(await sell({ seat_numbers: ['A2'] }), 409, 'TRIP_ARRIVED');
    api().clock.set(START);
  });
});

import { expect } from 'chai';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { onlinePayment } from '../../../core/ledger/entries.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { paymentOf } from '../../support/paying.ts';
import { expectProblem } from '../../support/problems.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

onEveryServer('GET /api/operator/reports/sales', (api) => {
  const { owner, passenger, member } = staffOn(api);
  let sita: SignedInAccount;
  let trips: readonly number[];

  before(async () => {
    sita = await owner();
    const { dependencies } = api();
    const userId = (await passenger()).id;
    const bus = { operatorId: sita.operatorId!, name: '=Red Panda', registrationNo: 'GA 1 KHA 7' };
    const first = await aTrip(dependencies, { bus, seats: 8, departsAt: hoursAfter(START, 24) });
    const second = await aTrip(dependencies, { busId: first.busId, departsAt: hoursAfter(START, 48) });
    const odd = { userId, total: paisa(123_457), commissionRate: basisPoints(750), status: 'CONFIRMED' } as const;
    await aBooking(dependencies, { ...odd, tripId: first.id, seatsCount: 3 });
    const cancelled = await aBooking(dependencies, { ...odd, tripId: second.id });
    await dependencies.transact(({ payments }) =>
      payments.add({
        bookingId: cancelled.id,
        gateway: 'ESEWA',
        transactionUuid: 'paid',
        amount: odd.total,
        createdAt: START,
        nextEnquiryAt: undefined,
      }),
    );
    const payment = await paymentOf(dependencies, 'paid');
    await dependencies.transact(async ({ bookings, ledger }) => {
      await bookings.move(cancelled.id, 'refund', { reason: '', by: 'PASSENGER', at: START, fee: paisa(20_050) });
      await ledger.record(onlinePayment(cancelled, { paymentId: payment.id, gateway: 'ESEWA' }), START);
      const about = { kind: 'CANCELLATION', bookingId: cancelled.id, operatorId: sita.operatorId! } as const;
      const nothing = {
        paymentId: null,
        refundId: null,
        statementId: null,
        adjustmentId: null,
        receiptId: null,
        agentId: null,
        agentPaymentId: null,
      };
      const row = {
        ...about,
        ...nothing,
        gateway: null,
        debit: 'UNEARNED',
        credit: 'OPERATOR',
        amount: paisa(18_546),
      } as const;
      await ledger.record([row], START);
    });
    await aTrip(dependencies, { bus: { operatorId: (await owner()).operatorId! }, departsAt: hoursAfter(START, 24) });
    trips = [first.id, second.id];
  });

  const ask = (query: string, token = sita.token) => api().get(`/api/operator/reports/sales${query}`, token);

  const [FIRST, SECOND] = [
    {
      trips: 1,
      seats_offered: 8,
      seats_sold: 3,
      boarded: 0,
      no_shows: 0,
      occupancy: 0.375,
      gross: 1234.57,
      refunds: 0,
      fees: 0,
      commission: 92.59,
      earning: 1141.98,
    },
    {
      trips: 1,
      seats_offered: 8,
      seats_sold: 0,
      boarded: 0,
      no_shows: 0,
      occupancy: 0,
      gross: 1234.57,
      refunds: 1034.07,
      fees: 200.5,
      commission: 15.04,
      earning: 185.46,
    },
  ];
  const TOTAL = {
    trips: 2,
    seats_offered: 16,
    seats_sold: 3,
    boarded: 0,
    no_shows: 0,
    occupancy: 0.1875,
    gross: 2469.14,
    refunds: 1034.07,
    fees: 200.5,
    commission: 107.63,
    earning: 1327.44,
  };

  it('the sales report adds up sales by day of departure', async () => {
    const { status, json } = await ask('?from=2026-11-20&to=2026-11-30&by=day');
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      rows: [
        { key: '2026-11-21', label: '2026-11-21', ...FIRST },
        { key: '2026-11-22', label: '2026-11-22', ...SECOND },
      ],
      total: TOTAL,
    });
    const { json: one } = await ask('?from=2026-11-22&to=2026-11-22&by=day');
    expect(one).to.deep.equal({ rows: [json.rows[1]], total: SECOND });
  });

  it('the sales report adds up sales by trip, bus and route', async () => {
    const rows = async (by: string) => (await ask(`?from=2026-11-20&to=2026-11-30&by=${by}`)).json.rows;
    expect(await rows('trip')).to.deep.equal([
      { key: String(trips[0]), label: 'Kathmandu – Pokhara, 2026-11-21 10:00', ...FIRST },
      { key: String(trips[1]), label: 'Kathmandu – Pokhara, 2026-11-22 10:00', ...SECOND },
    ]);
    const [bus, ...noOther] = await rows('bus');
    expect([bus, noOther]).to.deep.equal([{ key: bus.key, label: '=Red Panda (GA 1 KHA 7)', ...TOTAL }, []]);
    expect(bus.key).to.match(/^[0-9]+$/);
    const [route] = await rows('route');
    expect(route).to.deep.equal({ key: route.key, label: 'Kathmandu – Pokhara', ...TOTAL });
    expect(route.key).to.match(/^[0-9]+-[0-9]+$/);
  });

  it('the sales report is empty for days without a departure', async () => {
    const { json } = await ask('?from=2027-01-01&to=2027-01-01&by=route');
    const nothing = Object.fromEntries(Object.keys(TOTAL).map((name) => [name, 0]));
    expect(json).to.deep.equal({ rows: [], total: nothing });
  });

  it('the sales report’s CSV has the same figures as the report', async () => {
    const { status, headers, text } = await ask('.csv?from=2026-11-20&to=2026-11-30&by=day');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).to.equal(
      'attachment; filename="sales-by-day-2026-11-20-2026-11-30.csv"',
    );
    const lines = [
      'key,label,trips,seats_offered,seats_sold,boarded,no_shows,occupancy,gross,refunds,fees,commission,earning',
      '2026-11-21,2026-11-21,1,8,3,0,0,0.375,1234.57,0,0,92.59,1141.98',
      '2026-11-22,2026-11-22,1,8,0,0,0,0,1234.57,1034.07,200.5,15.04,185.46',
      'total,Total,2,16,3,0,0,0.1875,2469.14,1034.07,200.5,107.63,1327.44',
    ];
    // A decoder may have removed the byte order mark already.
    expect(text.replace(/^\ufeff/, '')).to.equal(lines.map((line) => `${line}\r\n`).join(''));
    const { text: byBus } = await ask('.csv?from=2026-11-20&to=2026-11-30&by=bus');
    expect(byBus).to.include(",'=Red Panda (GA 1 KHA 7),2,");
  });

  it('the sales report answers 400 for missing or invalid parameters', async () => {
    for (const [query, field] of [
      ['', 'from'],
      ['?to=2026-11-30&by=day', 'from'],
      ['?from=2026-11-20&by=day', 'to'],
      ['?from=2026-11-20&to=2026-11-30', 'by'],
      ['?from=2026-11-20&to=2026-11-30&by=', 'by'],
      ['?from=2026-11-20&to=2026-11-30&by=week', 'by'],
      ['?from=2026-02-30&to=2026-11-30&by=day', 'from'],
      ['?from=2026-11-20&to=&by=day', 'to'],
      ['?from=2026-11-20&to=2026-11-19&by=day', 'to'],
      ['?from=2026-01-01&to=2027-01-02&by=day', 'to'],
    ] as const)
      for (const kind of ['', '.csv']) {
        const refused = await ask(kind + query);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field, query).to.equal(field);
      }
    expect((await ask('?from=2026-01-01&to=2027-01-01&by=day')).status).to.equal(200);
  });

  it('the sales report answers 403 to staff below MANAGER', async () => {
    const query = '?from=2026-11-20&to=2026-11-30&by=day';
    const ram = await member(sita, 'MANAGER');
    expect((await ask(query, ram.token)).status).to.equal(200);
    const hari = await member(sita, 'CLERK');
    for (const kind of ['', '.csv']) expectProblem(await ask(kind + query, hari.token), 403, 'POSITION_TOO_LOW');
  });
});

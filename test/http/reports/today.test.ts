import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { allVerified, aTrip, verified } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { expectProblem } from '../../support/problems.ts';
import { aRefund, WALLET } from '../../support/refunds.ts';
import { staffOn } from '../../support/staff.ts';

onEveryServer('GET /api/operator/today', (api) => {
  const { owner, member } = staffOn(api);

  it('the company’s overview of today shows the same data as the company’s lists of trips, shifts, refunds and documents', async () => {
    const sita = await owner();
    const { dependencies } = api();
    const operatorId = sita.operatorId!;
    const documents = [
      ...allVerified.filter(({ type }) => type !== 'FITNESS'),
      verified('FITNESS', undefined, '2026-12-01'),
    ];
    const bus = { operatorId, registrationNo: 'GA 1 KHA 7', documents };
    const today = await aTrip(dependencies, { bus, departsAt: hoursAfter(START, 1) });
    const tomorrow = await aTrip(dependencies, { busId: today.busId, departsAt: hoursAfter(START, 25) });
    await api().post('/api/operator/shifts', { opening_cash: 500 }, sita.token);
    const refund = await aRefund(dependencies, { operatorId, gateway: 'CASH', dueAt: START });
    await dependencies.transact(({ refunds }) =>
      refunds.nameAccount(refund.bookingId, { ...WALLET, kind: 'BANK', bank: 'Nabil' }, 'OPERATOR', START),
    );

    const { status, json } = await api().get('/api/operator/today', sita.token);
    expect(status).to.equal(200);
    const shown = async (path: string) => (await api().get(path, sita.token)).json;
    expect(json).to.deep.equal({
      today: [await shown(`/api/operator/trips/${today.id}`)],
      tomorrow: [await shown(`/api/operator/trips/${tomorrow.id}`)],
      papers: [{ bus_id: today.busId, registration_no: 'GA 1 KHA 7', type: 'FITNESS', valid_until: '2026-12-01' }],
      open_shifts: (await shown('/api/operator/shifts?status=OPEN')).results,
      cash_refunds: json.cash_refunds,
    });
    expect(json.open_shifts).to.have.length(1);
    expect(json.cash_refunds).to.have.length(1);
    const [due] = json.cash_refunds;
    expect(due).to.include({ id: refund.id, gateway: 'CASH', status: 'DUE', amount: 1000, overdue: false });
    expect(due.account.number).to.match(/^•+\d{3}$/);
  });

  it('the company’s overview of today shows a CLERK only their own shift', async () => {
    const sita = await owner();
    const ram = await member(sita, 'CLERK');
    for (const { token } of [sita, ram]) await api().post('/api/operator/shifts', { opening_cash: 0 }, token);
    const shifts = async (token: string) => (await api().get('/api/operator/today', token)).json.open_shifts;
    expect([(await shifts(ram.token)).length, (await shifts(sita.token)).length]).to.deep.equal([1, 2]);
    expect((await shifts(ram.token))[0].staff.id).to.equal(ram.membership.id);
    const hari = await member(sita, 'CONDUCTOR');
    expectProblem(await api().get('/api/operator/today', hari.token), 403, 'POSITION_TOO_LOW');
  });
});

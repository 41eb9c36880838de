import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { TrailEntry } from '../../../core/platform/trail.ts';
import { newCodeSms } from '../../../core/platform/sms.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { portalsOn } from '../../support/portals.ts';
import type { Office } from '../../support/office.ts';
import { GOOD_REQUESTS } from '../../support/office-requests.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Addressed } from '../../support/people.ts';

onEveryServer('the logs of the back office', (api) => {
  const { admin, operator, passenger, login } = portalsOn(api);
  let anil: Addressed;
  let sita: Addressed & { readonly operatorId: OperatorId };
  let token: string;

  before(async () => {
    [anil, sita] = [await admin(), await operator()];
    token = (await login(anil, { portal: 'admin' })).json.access;
  });

  const tokenOf = ({ id, tokenVersion }: Addressed, role: 'OPERATOR' | 'PASSENGER' = 'OPERATOR') =>
    api().dependencies.tokens.issueAccess({ userId: id, role, tokenVersion }, daysAfter(START, 1));
  const results = async (path: string, by = token): Promise<readonly Json[]> =>
    (await api().get(path, by)).json.results;
  const fieldOf = async (path: string, by = token): Promise<string> => {
    const refused = await api().get(path, by);
    expectProblem(refused, 400, 'VALIDATION');
    return refused.json.errors[0].field;
  };

  describe('GET /api/admin/login-log', () => {
    it('the login log shows who tried to sign in, from where, and with what result', async () => {
      const asha = await passenger();
      await api().post('/api/passenger/login', { identifier: asha.email, password: 'not-it' });
      const [entry, ...others] = await results(`/api/admin/login-log?user_id=${asha.id}`);
      expect(others).to.deep.equal([]);
      expect(entry).to.deep.equal({
        id: entry.id,
        at: '2026-11-20T04:15:00.000Z',
        kind: 'FAILED',
        user_id: asha.id,
        email: asha.email,
        role: null,
        message: entry.message,
        ip: '127.0.0.1',
        user_agent: 'node',
      });
      expect(await results(`/api/admin/login-log?user_id=${asha.id}&kind=SUCCESS`)).to.deep.equal([]);
      await api().post('/api/passenger/login', { identifier: 'nobody@example.com', password: 'not-it' });
      const [anonymous] = await results('/api/admin/login-log?kind=FAILED&limit=1');
      expect(anonymous).to.include({ user_id: null, email: 'nobody@example.com' });
    });

    it('the login log is filtered by days in Nepal’s time', async () => {
      const of = (query: string) => results(`/api/admin/login-log?user_id=${anil.id}&${query}`);
      expect(await of('from=2026-11-20&to=2026-11-20')).to.have.length(1);
      expect([await of('from=2026-11-21'), await of('to=2026-11-19')]).to.deep.equal([[], []]);
    });

    it('the login log answers 400 if a filter is invalid', async () => {
      for (const [query, field] of [
        ['user_id=x', 'user_id'],
        ['user_id=0', 'user_id'],
        ['kind=TRIED', 'kind'],
        ['from=20-11-2026', 'from'],
        ['from=2026-11-20&to=2026-11-19', 'to'],
      ] as const)
        expect(await fieldOf(`/api/admin/login-log?${query}`), query).to.equal(field);
    });
  });

  describe('GET /api/admin/activity-log and /api/operator/activity-log', () => {
    let bus = 1_000;
    const changed = async (actor: TrailEntry['actor'], operatorId: OperatorId | null): Promise<BusId> => {
      bus += 1;
      const id = bus as BusId;
      await api().dependencies.transact(({ trail }) =>
        trail.add(
          {
            kind: 'BUS_CHANGED',
            actor,
            operatorId,
            subject: { type: 'bus', id },
            changes: { bus_name: { old: null, new: 'Night Queen' }, seats: { old: [1], new: { A1: true } } },
            description: 'Changed the bus.',
          },
          START,
        ),
      );
      return id;
    };

    it('the activity log shows who changed what and when', async () => {
      const id = await changed({ role: 'OPERATOR', userId: sita.id }, sita.operatorId);
      const shown = {
        at: '2026-11-20T04:15:00.000Z',
        kind: 'BUS_CHANGED',
        actor: { user_id: sita.id, device_id: null, name: 'Sita Rai', role: 'OPERATOR' },
        operator_id: sita.operatorId,
        subject: { type: 'bus', id },
        changes: { bus_name: { old: null, new: 'Night Queen' }, seats: { old: [1], new: { A1: true } } },
        description: 'Changed the bus.',
      };
      for (const [path, by] of [
        ['/api/admin/activity-log', token],
        ['/api/operator/activity-log', tokenOf(sita)],
      ] as const) {
        const [entry, ...others] = await results(`${path}?subject=bus:${id}`, by);
        expect(entry).to.deep.equal({ id: entry.id, ...shown });
        expect(others).to.deep.equal([]);
        expect(await results(`${path}?subject=bus:${id}&kind=BUS_CREATED`, by)).to.deep.equal([]);
        expect(await results(`${path}?user_id=${sita.id}&subject=bus:${id}&from=2026-11-20`, by)).to.have.length(1);
        for (const [query, field] of [
          ['subject=bus', 'subject'],
          ['subject=plane:1', 'subject'],
          ['subject=bus:0', 'subject'],
          ['kind=BUS_PAINTED', 'kind'],
          ['user_id=-1', 'user_id'],
        ] as const)
          expect(await fieldOf(`${path}?${query}`, by), query).to.equal(field);
      }
    });

    it('the activity log shows a company only entries about this company, without administrators’ names', async () => {
      const other = await operator();
      const mine = await changed({ role: 'ADMIN', userId: anil.id }, sita.operatorId);
      const theirs = await changed({ role: 'OPERATOR', userId: other.id }, other.operatorId);
      const by = tokenOf(sita);
      const [entry] = await results(`/api/operator/activity-log?subject=bus:${mine}`, by);
      expect(entry.actor).to.deep.equal({ user_id: null, device_id: null, name: 'Administration', role: 'ADMIN' });
      expect(await results(`/api/operator/activity-log?subject=bus:${theirs}`, by)).to.deep.equal([]);
      // A filter by the administrator's id reveals nothing to the company, either.
      expect(await results(`/api/operator/activity-log?user_id=${anil.id}`, by)).to.deep.equal([]);
      const [seen] = await results(`/api/admin/activity-log?subject=bus:${mine}&user_id=${anil.id}`);
      expect(seen.actor).to.deep.include({ user_id: anil.id, name: 'Anil Shrestha' });
    });

    it('the activity log shows changes by the service itself with the role SYSTEM', async () => {
      const id = await changed({ role: 'SYSTEM' }, sita.operatorId);
      const [entry] = await results(`/api/operator/activity-log?subject=bus:${id}`, tokenOf(sita));
      expect(entry.actor).to.deep.equal({ user_id: null, device_id: null, name: null, role: 'SYSTEM' });
    });

    it('the activity log has an entry for each trip that is cancelled, retimed or given another bus', async () => {
      const by = tokenOf(sita);
      const office = { member: { userId: sita.id, operatorId: sita.operatorId } } as Office;
      for (const [operation, action, kind, changes] of [
        ['cancelTrip', 'cancel', 'TRIP_CANCELLED', ['status']],
        ['retimeTrip', 'retime', 'TRIP_RETIMED', ['arrival_time', 'departure_time']],
        ['swapBus', 'swap-bus', 'BUS_SWAPPED', ['bus_id']],
      ] as const) {
        const { id, body } = await GOOD_REQUESTS[operation]!(api(), office);
        const { status, text } = await api().post(`/api/operator/trips/${id}/${action}`, body!, by);
        expect(status, text).to.equal(200);
        for (const [path, reader] of [
          ['/api/admin/activity-log', token],
          ['/api/operator/activity-log', by],
        ] as const) {
          const [entry, ...others] = await results(`${path}?subject=schedule:${id}&kind=${kind}`, reader);
          expect(others).to.deep.equal([]);
          expect(entry).to.deep.include({
            kind,
            operator_id: sita.operatorId,
            subject: { type: 'schedule', id },
            actor: { user_id: sita.id, device_id: null, name: 'Sita Rai', role: 'OPERATOR' },
          });
          expect(Object.keys(entry.changes).sort()).to.include.members(changes);
        }
      }
    });

    it('the activity log can be read only by administrators and managers', async () => {
      const asha = await passenger();
      expectProblem(await api().get('/api/operator/activity-log', tokenOf(asha, 'PASSENGER')), 403, 'WRONG_ROLE');
      expectProblem(await api().get('/api/admin/activity-log', tokenOf(sita)), 403, 'WRONG_ROLE');
      expectProblem(await api().get('/api/admin/login-log', tokenOf(sita)), 403, 'WRONG_ROLE');
    });
  });

  it('GET /api/admin/overview returns the figures of today', async () => {
    const { status, json } = await api().get('/api/admin/overview', token);
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      date: '2026-11-20',
      bookings: 0,
      gross: 0,
      seats_sold: 0,
      seats_offered: 0,
      payments_open: 0,
      payments_unclear: 0,
      refunds_due: 0,
      refunds_overdue: 0,
      reviews_waiting: 0,
      outbox_backlog: 0,
      mail_backlog: 0,
      sms_backlog: 0,
      sms_parts_today: 0,
      webhook_backlog: 0,
      agents_over_credit: 0,
    });
  });

  it('GET /api/admin/overview returns every documented figure, with amounts in rupees', async () => {
    const { dependencies } = api();
    const userId = (await passenger()).id;
    const { id: tripId } = await aTrip(dependencies, { departsAt: hoursAfter(START, 1), seats: 10 });
    const sold = { userId, tripId, status: 'CONFIRMED' } as const;
    const { id: bookingId } = await aBooking(dependencies, { ...sold, seatsCount: 3, total: paisa(120_050) });
    await aBooking(dependencies, { ...sold, seatsCount: 1, total: paisa(60_000) });
    for (let waiting = 0; waiting < 7; waiting += 1) await aBus(dependencies, { approvalStatus: 'PENDING' });
    await dependencies.transact(async ({ payments, refunds, events, mailQueue, smsQueue }) => {
      const begun = { gateway: 'ESEWA', bookingId, amount: paisa(1), createdAt: minutesAfter(START, -6) } as const;
      for (const days of [-1, -1, -1, 1, 1, undefined]) {
        const transactionUuid = randomUUID();
        const paymentId = await payments.add({ ...begun, transactionUuid, nextEnquiryAt: START });
        const due = { paymentId, bookingId, reason: 'LATE_PAYMENT', amount: paisa(1) } as const;
        if (days !== undefined) await refunds.add({ ...due, dueAt: daysAfter(START, days) }, START);
      }
      // The overview also counts two events about manifests, which the bookings above have recorded.
      for (let published = 0; published < 6; published += 1)
        await events.record({ type: 'seats changed', tripId, seats: [], status: 'AVAILABLE' }, START);
      await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, START);
      const text = newCodeSms({ to: '9800000009', purpose: 'SIGN_IN', code: '123456' }, START);
      await smsQueue.add([text, text, text], START);
      const [first] = await smsQueue.due(START, 1);
      await smsQueue.take(first!, 9, START);
    });
    expect((await api().get('/api/admin/overview', token)).json).to.deep.equal({
      date: '2026-11-20',
      bookings: 2,
      gross: 1800.5,
      seats_sold: 4,
      seats_offered: 10,
      payments_open: 6,
      payments_unclear: 0,
      refunds_due: 5,
      refunds_overdue: 3,
      reviews_waiting: 7,
      // Each booking has also recorded an event about a manifest.
      outbox_backlog: 6 + 2,
      mail_backlog: 1,
      sms_backlog: 2,
      sms_parts_today: 9,
      webhook_backlog: 0,
      agents_over_credit: 0,
    });
  });
});

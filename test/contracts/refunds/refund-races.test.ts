import { expect } from 'chai';
import type { Member } from '../../../core/companies/member.ts';
import type { RefundId, UserId } from '../../../core/kernel/ids.ts';
import { NOTHING, paisa } from '../../../core/kernel/money.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { listRefunds } from '../../../core/refunds/view-refunds.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { calendar, aTrip } from '../../support/catalogue.ts';
import { handClock } from '../../support/clock.ts';
import { aClerk, aNewShift, counterOn } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { codeOf } from '../../support/refusals.ts';
import { aPaidBooking, aRefund, refundsOn, WALLET } from '../../support/refunds.ts';

const TIMES = 20;

onEveryEngine('refunds handled by many at once', (engine) => {
  let admins: readonly UserId[];
  let refunds: ReturnType<typeof refundsOn>;
  const clock = handClock();

  beforeEach(async () => {
    refunds = refundsOn(engine(), clock);
    admins = [];
    for (let n = 0; n < TIMES; n += 1) admins = [...admins, (await anAdmin(engine())).id];
  });

  /** Runs all `tries` at once. Returns `ok` or the refusal's code for each. */
  const race = (tries: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> =>
    Promise.all(
      tries.map((attempt) =>
        attempt().then(
          () => 'ok',
          (error: unknown) => codeOf(Promise.reject(error as Error)),
        ),
      ),
    );
  const outcome = (said: readonly string[]) => [
    said.filter((one) => one === 'ok').length,
    [...new Set(said.filter((one) => one !== 'ok'))],
  ];
  const kinds = async (id: RefundId) =>
    (await engine().transact(({ trail }) => trail.of({ type: 'refund', id }))).map(({ kind }) => kind);
  const mails = async () => (await engine().transact(({ mailQueue }) => mailQueue.claim(clock(), clock(), 100))).length;

  it('a refund is sent only once, and confirmed or failed only once, when 20 administrators try at once', async () => {
    const paid = await aPaidBooking(engine());
    const { id } = await aRefund(engine(), { paid });
    const send = (admin: UserId) => () => refunds.send(admin, id, { method: 'ESEWA', reference: `E-${admin}` });
    expect(outcome(await race(admins.map(send)))).to.deep.equal([1, ['REFUND_STATE']]);
    expect(await kinds(id)).to.deep.equal(['REFUND_SENT']);
    const ends = admins.map((admin, n) =>
      n % 2 === 0 ? () => refunds.confirm(admin, id) : () => refunds.fail(admin, id, 'Closed.'),
    );
    expect(outcome(await race(ends))).to.deep.equal([1, ['REFUND_STATE']]);
    const { status } = (await engine().refundRecords.find(id))!;
    expect(await kinds(id)).to.deep.equal(['REFUND_SENT', status === 'PAID' ? 'REFUND_PAID' : 'REFUND_FAILED']);
    expect(await engine().ledgerViews.ofBooking(paid.booking.id)).to.have.length(status === 'PAID' ? 1 : 0);
    expect(await mails()).to.equal(2);
  });

  it('a refund is claimed by only one of 20 administrators, and only that administrator can send it', async () => {
    const { id } = await aRefund(engine());
    expect(outcome(await race(admins.map((admin) => () => refunds.claim(admin, id))))).to.deep.equal([
      ...[1, ['REFUND_CLAIMED']],
    ]);
    const { by } = (await engine().refundRecords.find(id))!.claim!;
    const said = await race(
      admins.map((admin) => () => refunds.send(admin, id, { method: 'ESEWA', reference: `E-${admin}` })),
    );
    expect(said.filter((one) => one === 'ok')).to.have.length(1);
    expect(said[admins.indexOf(by)]).to.equal('ok');
    expect(await kinds(id)).to.deep.equal(['REFUND_CLAIMED', 'REFUND_SENT']);
  });

  it('a refund is sent only to the account that the administrator saw, even if the passenger names another at that moment', async () => {
    const paid = await aPaidBooking(engine());
    const { id, bookingId } = await aRefund(engine(), { paid });
    await refunds.nameAccount(paid.booking.userId, bookingId, WALLET);
    const other = { ...WALLET, number: '9800000321' };
    const said = await race([
      ...admins
        .slice(0, 5)
        .map((admin) => () => refunds.send(admin, id, { method: 'ESEWA', reference: 'E-1', accountVersion: '1' })),
      () => refunds.nameAccount(paid.booking.userId, bookingId, other),
    ]);
    const { status, account } = (await engine().refundRecords.find(id))!;
    const isNamed = said.at(-1) === 'ok';
    expect([said.at(-1), status, account?.number]).to.deep.equal(
      isNamed ? ['ok', 'DUE', other.number] : ['NO_REFUND_DUE', 'SENT', WALLET.number],
    );
    expect(outcome(said.slice(0, -1))).to.deep.equal(isNamed ? [0, ['ACCOUNT_CHANGED']] : [1, ['REFUND_STATE']]);
  });

  it('a cash refund is either taken over by the platform or paid from a clerk’s till, never both', async () => {
    const { operatorId } = await anOperator(engine());
    const clerk = await aClerk(engine(), { operatorId });
    await aNewShift(engine(), clerk, paisa(500_000));
    const { id } = await aRefund(engine(), { operatorId, gateway: 'CASH' });
    const tries = admins.map((admin, n) =>
      n % 2 === 0 ? () => refunds.takeOver(admin, id, undefined) : () => refunds.payCash(clerk, id),
    );
    expect(outcome(await race(tries))).to.deep.equal([1, ['REFUND_STATE']]);
    const { status, takenOver } = (await engine().refundRecords.find(id))!;
    expect([status, takenOver]).to.deep.equal(takenOver ? ['DUE', true] : ['PAID', false]);
    expect(await kinds(id)).to.deep.equal([takenOver ? 'REFUND_TAKEN_OVER' : 'REFUND_PAID']);
  });

  it('a cash refund is paid from only one till when two clerks pay the refund at once', async () => {
    const { operatorId } = await anOperator(engine());
    const clerks: Member[] = [await aClerk(engine(), { operatorId }), await aClerk(engine(), { operatorId })];
    const shifts = [];
    for (const clerk of clerks) shifts.push(await aNewShift(engine(), clerk, paisa(500_000)));
    const { id } = await aRefund(engine(), { operatorId, gateway: 'CASH' });
    const tries = admins.map((_, n) => () => refunds.payCash(clerks[n % 2]!, id));
    expect(outcome(await race(tries))).to.deep.equal([1, ['REFUND_STATE']]);
    const out = [];
    for (const shift of shifts) out.push((await engine().shiftViews.find(shift))!.refunds);
    expect([...out].sort()).to.deep.equal([0, 100_000]);
    expect((await engine().ledgerViews.balances()).CASH).to.equal(-100_000);
  });

  it('cash refunds paid at once never take more from a till than it holds', async () => {
    const { operatorId } = await anOperator(engine());
    const clerk = await aClerk(engine(), { operatorId });
    const shift = await aNewShift(engine(), clerk, paisa(250_000));
    const owed = [];
    for (let n = 0; n < 5; n += 1) owed.push(await aRefund(engine(), { operatorId, gateway: 'CASH' }));
    const said = await race(
      owed.map(
        ({ id }) =>
          () =>
            refunds.payCash(clerk, id),
      ),
    );
    expect([...said].sort()).to.deep.equal(['TILL_TOO_LOW', 'TILL_TOO_LOW', 'TILL_TOO_LOW', 'ok', 'ok']);
    expect((await engine().shiftViews.find(shift))!.refunds).to.equal(200_000);
  });

  it('cash refunds that are paid while a shift is being closed either count in the shift’s total or are refused', async () => {
    const { operatorId } = await anOperator(engine());
    const clerk = await aClerk(engine(), { operatorId });
    const shift = await aNewShift(engine(), clerk, paisa(500_000));
    const { closeShift, sell } = counterOn(engine(), clock);
    const trip = await aTrip(engine(), { bus: { operatorId }, seats: 40 });
    const owed = [];
    for (let n = 0; n < 5; n += 1) owed.push(await aRefund(engine(), { operatorId, gateway: 'QR' }));
    const pays = owed.map(
      ({ id }) =>
        () =>
          refunds.payCash(clerk, id),
    );
    const sales = owed.map(() => () => sell(clerk, trip.id, { seats: 1, paidBy: 'CASH' }));
    const said = await race([
      ...pays.slice(0, 3),
      ...sales,
      () => closeShift(clerk, shift, { countedCash: NOTHING, note: 'Nobody counted.' }),
      ...pays.slice(3),
    ]);
    expect(said.filter((one) => one !== 'ok' && one !== 'NO_OPEN_SHIFT')).to.deep.equal([]);
    const { findings } = await runAudit({ ...engine(), clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant === 'TOTALS_DIFFER')).to.deep.equal([]);
    let paid = 0;
    for (const { id } of owed) if ((await engine().refundRecords.find(id))!.status === 'PAID') paid += 1;
    expect((await engine().shiftViews.find(shift))!.refunds).to.equal(paid * 100_000);
  });

  it('refunds of a payment never exceed the payment when a goodwill refund and a cancellation happen at once', async () => {
    const { booking, paymentId } = await aPaidBooking(engine());
    const { cancel } = cancellingOn(payingOn(engine()));
    const gives = admins.map(
      (admin) => () => refunds.addGoodwill(admin, paymentId, { amount: paisa(7_001), note: 'Late bus.' }),
    );
    const said = await race([...gives.slice(0, 10), () => cancel(booking), ...gives.slice(10)]);
    expect(said.filter((one) => one !== 'ok' && one !== 'REFUND_EXCEEDS')).to.deep.equal([]);
    const given = await engine().transact(({ refunds: repo }) => repo.ofPayment(paymentId));
    expect(given.reduce((sum, { amount }) => sum + amount, 0)).to.be.at.most(120_000);
    const { findings } = await runAudit({ ...engine(), clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant === 'REFUND_DIFFERS')).to.deep.equal([]);

    const another = await aPaidBooking(engine());
    const many = admins.map(
      (admin) => () => refunds.addGoodwill(admin, another.paymentId, { amount: paisa(7_001), note: 'Late bus.' }),
    );
    expect(outcome(await race(many))).to.deep.equal([17, ['REFUND_EXCEEDS']]);
  });

  it('refunds paid at once leave a ledger that balances to the paisa', async () => {
    const paying = payingOn(engine());
    const { booking } = await aBookedTrip(engine());
    const payment = await paying.checkout(booking);
    await paying.handleSuccess(paying.gateway.pay(payment));
    const { operatorId } = booking;
    const clerk = await aClerk(engine(), { operatorId });
    await aNewShift(engine(), clerk, paisa(500_000));
    const { id: trip } = await aTrip(engine(), { bus: { operatorId } });
    const sold = await counterOn(engine(), paying.clock).sell(clerk, trip, { numbers: ['A1'], paidBy: 'QR' });
    const office = { role: 'ADMIN', userId: admins[0]! } as const;
    const { cancel, cancelForOffice } = cancellingOn(paying);
    const give = (admin: UserId) => () =>
      refunds.addGoodwill(admin, payment.id, { amount: paisa(50_001), note: 'Late bus.' });
    await race([...admins.map(give), () => cancel(booking), () => cancelForOffice(office, sold)]);

    // This administrator added no goodwill refund, because nobody may send a refund that they added.
    const { id: sender } = await anAdmin(engine());
    const { rows } = await listRefunds({ ...engine(), clock: paying.clock })({}, { limit: 100 });
    const pay = rows.flatMap(({ id, gateway }): readonly (() => Promise<unknown>)[] =>
      gateway === 'QR'
        ? [() => refunds.payCash(clerk, id), () => refunds.payCash(clerk, id)]
        : [
            async () => {
              await refunds.send(sender, id, { method: 'BANK', reference: 'B-1' });
              await race([() => refunds.confirm(admins[2]!, id), () => refunds.confirm(admins[3]!, id)]);
            },
          ],
    );
    await race(pay);
    const { REFUND_DUE, UNEARNED, CASH } = await engine().ledgerViews.balances();
    expect([REFUND_DUE, UNEARNED, CASH]).to.deep.equal([0, 0, 0]);
    const { findings } = await runAudit({ ...engine(), clock: paying.clock, calendar })();
    expect(findings.filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
  });

  it('a passenger can name an account only until the refund is sent, even if the naming and the sending happen at once', async () => {
    const paid = await aPaidBooking(engine());
    const { id } = await aRefund(engine(), { paid });
    const name = () => refunds.nameAccount(paid.booking.userId, paid.booking.id, WALLET);
    const said = await race([
      ...Array.from({ length: 9 }, () => name),
      () => refunds.send(admins[0]!, id, { method: 'ESEWA', reference: 'E-1' }),
      ...Array.from({ length: 9 }, () => name),
    ]);
    expect(said.filter((one) => one !== 'ok' && one !== 'NO_REFUND_DUE')).to.deep.equal([]);
    expect(await codeOf(name())).to.equal('NO_REFUND_DUE');
  });
});

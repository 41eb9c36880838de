import { expect } from 'chai';
import { pino } from 'pino';
import { type UseCases, jobsOf } from '../../app/areas.ts';

describe('ledger jobs', () => {
  const EVERY_SO_OFTEN = '* * * * *';
  const jobs = (useCases: Partial<UseCases>, remindsOfJourneys = true) =>
    jobsOf(useCases as UseCases, {
      expiryCron: EVERY_SO_OFTEN,
      remindsOfJourneys,
      gateways: { known: [], on: [], preferred: '', of: () => undefined },
      log: pino({ level: 'silent' }),
      countSms: () => undefined,
      countFailedMail: () => undefined,
      countEstimate: () => undefined,
    });
  const job = (name: string, useCases: Partial<UseCases>) => jobs(useCases).find((one) => one.name === name);

  it('the ledger job records the earned fares of departed trips each time overdue bookings are expired', async () => {
    const earn = job('earn bookings', { earnBookings: async () => 7 });
    expect(earn?.pattern).to.equal(EVERY_SO_OFTEN);
    expect(await earn?.run(new Promise(() => undefined))).to.equal(7);
  });

  it('the ledger job adds new ledger rows to the stored balances every ten minutes', async () => {
    const close = job('close the ledger', { closeLedger: async () => 8 });
    expect(close?.pattern).to.match(/^\*\/10 \* \* \* \*$/);
    expect(await close?.run(new Promise(() => undefined))).to.equal(8);
  });

  it('the job that reminds of journeys runs every ten minutes, unless reminders are off', () => {
    const named = (isOn: boolean) => jobs({}, isOn).find(({ name }) => name === 'remind of journeys');
    expect(named(true)?.pattern).to.match(/^\*\/10 \* \* \* \*$/);
    expect(named(false)).to.equal(undefined);
  });
});

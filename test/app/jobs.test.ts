import { expect } from 'chai';
import { pino } from 'pino';
import { jobsOf } from '../../app/jobs.ts';
import type { UseCases } from '../../app/use-cases.ts';

describe('the jobs of the ledger', () => {
  const EVERY_SO_OFTEN = '* * * * *';
  const jobs = (useCases: Partial<UseCases>) =>
    jobsOf(useCases as UseCases, { expiryCron: EVERY_SO_OFTEN, log: pino({ level: 'silent' }) });
  const job = (name: string, useCases: Partial<UseCases>) => jobs(useCases).find((one) => one.name === name);

  it('earn what has departed whenever others act on what has expired', async () => {
    const earn = job('earn bookings', { earnBookings: async () => 7 });
    expect(earn?.pattern).to.equal(EVERY_SO_OFTEN);
    expect(await earn?.run()).to.equal(7);
  });

  it('close it every hour', async () => {
    const close = job('close the ledger', { closeLedger: async () => 8 });
    expect(close?.pattern).to.match(/^\d+ \* \* \* \*$/);
    expect(await close?.run()).to.equal(8);
  });
});

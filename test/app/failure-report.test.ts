import { expect } from 'chai';
import sinon from 'sinon';
import { failureReport } from '../../app/failure-report.ts';
import { databaseUnavailable } from '../../core/kernel/refusal.ts';

const withCode = (code: string): Error => Object.assign(new Error('as the test wants'), { code });

describe('the log of failed requests', () => {
  let now = 0;
  const [error, fatal] = [sinon.spy(), sinon.spy()];
  const report = failureReport({ log: { error, fatal }, elapsed: () => now });

  afterEach(() => {
    error.resetHistory();
    fatal.resetHistory();
    now += 3_600_000;
  });

  it('an outage of the database is logged once a minute for each cause, with the number of failed requests', () => {
    for (const code of ['53100', '53100', '57P03', '53100']) report(databaseUnavailable(withCode(code)), 'request');
    expect(error.args.map(([{ failed }]) => failed as number)).to.deep.equal([1, 1]);
    now += 59_999;
    report(databaseUnavailable(withCode('53100')));
    expect(error.callCount).to.equal(2);
    now += 1;
    report(databaseUnavailable(withCode('53100')));
    expect(error.lastCall.args[0]).to.include({ failed: 4 });
  });

  it('other failures of requests are logged each time', () => {
    report(new Error('a bug'), 'one');
    report(new Error('a bug'), 'two');
    expect(error.args.map(([{ requestId }]) => requestId as string)).to.deep.equal(['one', 'two']);
  });

  it('damaged data is logged as fatal', () => {
    report(withCode('XX001'));
    expect(fatal.callCount).to.equal(1);
    expect(error.callCount).to.equal(0);
  });
});

import { expect } from 'chai';
import sinon from 'sinon';
import { startEventDelivery } from '../../app/event-delivery.ts';
import { readableLog } from '../support/readable-log.ts';

describe('the delivery of events in a process', () => {
  it('the claims of attempts that run are renewed twice a second until the process stops, also after a renewal failed', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const renew = sinon.stub().resolves();
    renew.onFirstCall().rejects(new Error('The database has not answered.'));
    const idle = (): Promise<void> => Promise.resolve();
    try {
      const delivering = startEventDelivery({
        delivery: { begin: idle, settled: idle, renew },
        log: readableLog().log,
      });
      await timers.tickAsync(1_500);
      expect(renew.callCount).to.equal(3);
      await delivering.stop();
      await timers.tickAsync(3_000);
      expect(renew.callCount).to.equal(3);
    } finally {
      timers.restore();
    }
  });
});

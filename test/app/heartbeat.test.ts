import { expect } from 'chai';
import sinon from 'sinon';
import { startHeartbeat } from '../../app/heartbeat.ts';

const gone = (): Promise<never> => Promise.reject(new Error('The database has not answered.'));

describe('the heartbeat of a process', () => {
  let timers: sinon.SinonFakeTimers;
  let now: number;
  let heart: ReturnType<typeof startHeartbeat> | undefined;
  let [beat, ping, takesFiles]: readonly sinon.SinonStub[] = [];
  const commitsAtStandby = sinon.stub();
  const [info, warn] = [sinon.spy(), sinon.spy()];

  beforeEach(() => {
    now = 0;
    timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    [beat, ping, takesFiles] = [sinon.stub().resolves(0), sinon.stub().resolves(), sinon.stub().resolves(true)];
    commitsAtStandby.reset();
    commitsAtStandby.resolves(3);
    info.resetHistory();
    warn.resetHistory();
  });
  afterEach(async () => {
    await heart?.stop();
    timers.restore();
  });

  const start = (beats = true) =>
    (heart = startHeartbeat({
      beat: beat!,
      ping: ping!,
      commitsAtStandby,
      room: { takesFiles: takesFiles! },
      log: { info, warn },
      beats,
      elapsed: () => now,
    }));

  /** Lets the seconds pass, with the beats in between. */
  const pass = async (seconds: number): Promise<void> => {
    for (let done = 0; done < seconds; done += 5) {
      now += 5_000;
      await timers.tickAsync(5_000);
    }
  };

  it('a process is ready while its commits get through', async () => {
    const { unreadiness, commitAge } = start();
    await pass(60);
    expect(await unreadiness()).to.deep.equal({});
    expect(commitAge()).to.be.at.most(5);
  });

  it('a database that answers no ping is down at once', async () => {
    const { unreadiness } = start();
    ping!.callsFake(gone);
    expect(await unreadiness()).to.deep.equal({ database: 'down' });
  });

  it('a database that confirms no commit for 10 seconds is stuck, and the log names the standby once', async () => {
    const { unreadiness, commitAge } = start();
    await pass(5);
    beat!.returns(new Promise(() => undefined));
    await pass(10);
    expect(await unreadiness()).to.deep.equal({});
    await pass(5);
    expect(await unreadiness()).to.deep.equal({ database: 'stuck' });
    expect(commitAge()).to.equal(15);
    await pass(30);
    expect(warn.args).to.have.length(1);
    expect(warn.args[0]).to.deep.include({ waiting: 3 });
    expect(warn.args[0]![1]).to.include('SyncRep');
  });

  it('a database that refuses writes as a standby is read-only', async () => {
    const { unreadiness } = start();
    await pass(5);
    beat!.rejects(new Error('busy', { cause: Object.assign(new Error('standby'), { code: '25006' }) }));
    await pass(15);
    expect(await unreadiness()).to.deep.equal({ database: 'read-only' });
    beat!.resolves(0);
    await pass(5);
    expect(await unreadiness()).to.deep.equal({});
  });

  it('a process is not ready while its folder takes no file', async () => {
    const { unreadiness } = start();
    takesFiles!.resolves(false);
    await pass(5);
    expect(await unreadiness()).to.deep.equal({ disk: 'full' });
    takesFiles!.resolves(true);
    await pass(5);
    expect(await unreadiness()).to.deep.equal({});
  });

  it('a process is not ready while its disk has not answered for 10 seconds', async () => {
    const { unreadiness } = start();
    await pass(5);
    takesFiles!.returns(new Promise(() => undefined));
    await pass(10);
    expect(await unreadiness()).to.deep.equal({});
    await pass(5);
    expect(await unreadiness()).to.deep.equal({ disk: 'full' });
  });

  it('a clock over 5 seconds off is logged each minute, and over 60 seconds off the process is not ready', async () => {
    beat!.resolves(-5_000);
    const { unreadiness, clockOffset } = start();
    await pass(60);
    expect(warn.callCount).to.equal(0);
    beat!.resolves(-60_000);
    await pass(60);
    expect(warn.callCount).to.equal(1);
    expect(await unreadiness()).to.deep.equal({});
    beat!.resolves(-60_001);
    await pass(60);
    expect(warn.callCount).to.equal(2);
    expect(clockOffset()).to.equal(-60.001);
    expect(await unreadiness()).to.deep.equal({ clock: 'wrong' });
  });

  it('a service without background work is ready while its database answers', async () => {
    const { unreadiness } = start(false);
    await pass(60);
    expect(beat!.callCount).to.equal(0);
    expect(await unreadiness()).to.deep.equal({});
  });
});

import { expect } from 'chai';
import { sha256Digests } from '../../../adapters/crypto/keys.ts';
import { admitDevice, authenticateDevice } from '../../../core/boarding/authenticate-device.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { daysAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { memoryEngine } from '../../support/engines.ts';
import { refusalOf } from '../../support/refusals.ts';

const REVOKED = ['unauthenticated', 'DEVICE_TOKEN_INVALID'];

describe('device tokens', () => {
  const setUp = () => {
    const [engine, clock] = [memoryEngine(), handClock()];
    let writes = 0;
    const transact: typeof engine.transact = (work) => {
      writes += 1;
      return engine.transact(work);
    };
    const authenticate = authenticateDevice({ ...engine, transact, clock, tokenDigests: sha256Digests });
    return { engine, clock, authenticate, writes: () => writes };
  };

  it('a crew device’s token is valid until an administrator or manager revokes the device', async () => {
    const { engine, authenticate } = setUp();
    const { id, operatorId, token } = await aDevice(engine);
    expect(await authenticate(token)).to.deep.equal({ deviceId: id, operatorId });
    expect(await refusalOf(authenticate(`${token}0`))).to.deep.equal(REVOKED);
    await engine.transact(({ crewDevices }) => crewDevices.revoke(id, START));
    expect(await refusalOf(authenticate(token))).to.deep.equal(REVOKED);
  });

  it('a crew device’s token becomes invalid for ever after 60 days without a request from the phone', async () => {
    const { engine, clock, authenticate } = setUp();
    const { token } = await aDevice(engine);
    clock.set(daysAfter(START, 59));
    await authenticate(token);
    clock.set(secondsAfter(daysAfter(START, 59 + 60), -1));
    await authenticate(token);
    clock.set(daysAfter(START, 59 + 60 + 60));
    expect(await refusalOf(authenticate(token))).to.deep.equal(REVOKED);
    expect(await refusalOf(authenticate(token))).to.deep.equal(REVOKED);
  });

  it('a crew device’s token updates the time when the phone was last seen, at most once a minute', async () => {
    const { engine, clock, authenticate, writes } = setUp();
    const { id, token } = await aDevice(engine);
    const seenAt = async () => (await engine.crewDeviceViews.find(id))?.lastSeenAt;
    for (const seconds of [1, 30, 59.9]) {
      clock.set(secondsAfter(START, seconds));
      await authenticate(token);
    }
    expect([writes(), await seenAt()]).to.deep.equal([0, START]);
    clock.set(minutesAfter(START, 1));
    await authenticate(token);
    await authenticate(token);
    expect([writes(), await seenAt()]).to.deep.equal([1, minutesAfter(START, 1)]);
  });

  it('the event broker admits a crew device by its token until the device is revoked, and other callers by access token', async () => {
    const { engine, authenticate } = setUp();
    const { id, operatorId, token } = await aDevice(engine);
    const staff = { operatorId: 4711 as OperatorId };
    const admit = admitDevice({ authenticateDevice: authenticate, admitSubscriber: async () => staff });
    expect(await admit(token)).to.deep.equal({ operatorId, isDevice: true });
    expect(await admit('an access token')).to.deep.equal(staff);
    await engine.transact(({ crewDevices }) => crewDevices.revoke(id, START));
    expect(await refusalOf(admit(token))).to.deep.equal(REVOKED);
  });
});

import { expect } from 'chai';
import type { NewDevice } from '../../core/boarding/device-ports.ts';
import { enrolUntil } from '../../core/boarding/device.ts';
import type { DeviceId, OperatorId } from '../../core/kernel/ids.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { START } from '../support/clock.ts';
import { aDevice } from '../support/devices.ts';
import { onEveryDatabase, onEveryEngine } from '../support/engines.ts';
import { anOperator } from '../support/people.ts';

const wanted = (operatorId: OperatorId, traits: Partial<NewDevice> = {}): NewDevice => ({
  operatorId,
  name: 'Gate',
  createdAt: START,
  enrolDigest: 'enrol',
  enrolUntil: enrolUntil(START),
  ...traits,
});
const ENROLMENT = { enrolDigest: 'enrol', tokenDigest: 'token', model: 'Nokia 3310' };

onEveryEngine('devices of crews', (engine) => {
  const company = async () => (await anOperator(engine(), { companyName: 'Blue Sky' })).operatorId;
  const add = (device: NewDevice) => engine().transact(({ crewDevices }) => crewDevices.add(device));
  const enrol = (now: Instant) => engine().transact(({ crewDevices }) => crewDevices.enrol(ENROLMENT, now));
  const revoke = (id: DeviceId, at: Instant) => engine().transact(({ crewDevices }) => crewDevices.revoke(id, at));
  const find = (id: DeviceId) => engine().crewDeviceViews.find(id);

  it('are enrolled once, within their time, and found by the token that they got', async () => {
    const operatorId = await company();
    const id = await add(wanted(operatorId));
    const added = {
      ...{ id, operatorId, name: 'Gate', model: null, createdAt: START },
      ...{ enrolledAt: null, lastSeenAt: null, revokedAt: null },
    };
    expect(await find(id)).to.deep.equal(added);
    const now = minutesAfter(START, 14);
    const enrolled = { ...added, model: 'Nokia 3310', enrolledAt: now, lastSeenAt: now };
    expect(await enrol(now)).to.deep.equal({ ...enrolled, companyName: 'Blue Sky' });
    expect(await enrol(now)).to.equal(undefined);
    expect(await engine().crewDeviceViews.ofToken('token')).to.deep.equal(enrolled);
    expect(await engine().crewDeviceViews.ofToken('enrol')).to.equal(undefined);
    expect(await engine().transact(({ crewDevices }) => crewDevices.lock(id))).to.deep.equal(enrolled);
  });

  it('are not enrolled once their time is over', async () => {
    await add(wanted(await company()));
    expect(await enrol(minutesAfter(START, 15))).to.equal(undefined);
  });

  it('are not enrolled once they are revoked', async () => {
    const id = await add(wanted(await company()));
    await revoke(id, START);
    expect(await enrol(START)).to.equal(undefined);
  });

  it('are revoked once, which ends their tokens and is told to whoever keeps connections', async () => {
    const { id, operatorId } = await aDevice(engine());
    await add(wanted(operatorId));
    await enrol(START);
    await revoke(id, minutesAfter(START, 1));
    await revoke(id, minutesAfter(START, 2));
    expect((await find(id))?.revokedAt).to.equal(minutesAfter(START, 1));
    expect(engine().noted.filter(({ thing }) => thing === 'sign-out')).to.have.length(1);
    expect(await engine().crewDeviceViews.ofToken('token')).to.include({ operatorId });
  });

  it('are seen later, never earlier', async () => {
    const { id } = await aDevice(engine());
    for (const at of [minutesAfter(START, 5), minutesAfter(START, 3)])
      await engine().transact(({ crewDevices }) => crewDevices.see(id, at));
    expect((await find(id))?.lastSeenAt).to.equal(minutesAfter(START, 5));
  });

  it('are listed by company, the newest first, page by page', async () => {
    const operatorId = await company();
    await aDevice(engine());
    for (const [index, name] of ['one', 'two', 'three'].entries())
      await add(wanted(operatorId, { name, enrolDigest: name, createdAt: minutesAfter(START, index) }));
    const { crewDeviceViews: views } = engine();
    const first = await views.list(operatorId, { limit: 2 });
    expect(first.rows.map(({ name }) => name)).to.deep.equal(['three', 'two']);
    const second = await views.list(operatorId, { limit: 2, ...(first.next && { after: first.next }) });
    expect(second.rows.map(({ name }) => name)).to.deep.equal(['one']);
    expect(second.next).to.equal(undefined);
  });
});

onEveryDatabase('a device that many phones want', (engine) => {
  it('is enrolled by one of them', async () => {
    const { operatorId } = await anOperator(engine());
    await engine().transact(({ crewDevices }) => crewDevices.add(wanted(operatorId)));
    const enrolled = await Promise.all(
      Array.from({ length: 10 }, (_, phone) =>
        engine().transact(({ crewDevices }) =>
          crewDevices.enrol({ ...ENROLMENT, tokenDigest: `token ${phone}` }, START),
        ),
      ),
    );
    expect(enrolled.filter(Boolean)).to.have.length(1);
  });
});

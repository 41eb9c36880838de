import { expect } from 'chai';
import type { NewDevice } from '../../../core/boarding/device-ports.ts';
import { enrolUntil } from '../../../core/boarding/device.ts';
import type { DeviceId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';

const wanted = (operatorId: OperatorId, traits: Partial<NewDevice> = {}): NewDevice => ({
  operatorId,
  name: 'Gate',
  createdAt: START,
  addedBy: null,
  enrolDigest: 'enrol',
  enrolUntil: enrolUntil(START),
  ...traits,
});
const ENROLMENT = { enrolDigest: 'enrol', tokenDigest: 'token', model: 'Nokia 3310' };

/** The calls on crew devices (phones) that these tests make. */
const devicesOn = (engine: () => Engine) => ({
  company: async () => (await anOperator(engine(), { companyName: 'Blue Sky' })).operatorId,
  add: (device: NewDevice) => engine().transact(({ crewDevices }) => crewDevices.add(device)),
  enrol: (now: Instant) => engine().transact(({ crewDevices }) => crewDevices.enrol(ENROLMENT, now)),
  revoke: (id: DeviceId, at: Instant) => engine().transact(({ crewDevices }) => crewDevices.revoke(id, at)),
  find: (id: DeviceId) => engine().crewDeviceViews.find(id),
});

onEveryEngine('crew devices', (engine) => {
  const { company, add, enrol, revoke, find } = devicesOn(engine);

  it('a crew device can be enrolled only once, before its enrolment expires, and is found by its token afterwards', async () => {
    const { operatorId, id: userId } = await anOperator(engine(), { companyName: 'Blue Sky', fullName: 'Sita Rai' });
    const id = await add(wanted(operatorId, { addedBy: userId }));
    const added = {
      id,
      operatorId,
      name: 'Gate',
      model: null,
      createdAt: START,
      addedBy: { id: userId, fullName: 'Sita Rai' },
      enrolledAt: null,
      lastSeenAt: null,
      revokedAt: null,
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

  it('a crew device is not enrolled after its enrolment has expired', async () => {
    await add(wanted(await company()));
    expect(await enrol(minutesAfter(START, 15))).to.equal(undefined);
  });

  it('a crew device is not enrolled once it is revoked', async () => {
    const id = await add(wanted(await company()));
    await revoke(id, START);
    expect(await enrol(START)).to.equal(undefined);
  });

  it('a crew device is revoked only once, loses its token, and is disconnected from the broker', async () => {
    const { id, operatorId } = await aDevice(engine());
    await add(wanted(operatorId));
    await enrol(START);
    await revoke(id, minutesAfter(START, 1));
    await revoke(id, minutesAfter(START, 2));
    expect((await find(id))?.revokedAt).to.equal(minutesAfter(START, 1));
    expect(engine().committed.filter(({ thing }) => thing === 'sign-out')).to.have.length(1);
    expect(await engine().crewDeviceViews.ofToken('token')).to.include({ operatorId });
  });

  it('revoking all crew devices that a staff member added revokes each of them once, and no other device', async () => {
    const sita = await anOperator(engine());
    const hari = await anOperator(engine());
    const give = (name: string, { id: addedBy }: { readonly id: UserId }, { operatorId } = sita) =>
      add(wanted(operatorId, { name, addedBy, enrolDigest: name }));
    const [gate, door] = [await give('Gate', sita), await give('Door', sita)];
    const kept = [
      await give('Hari’s', hari),
      await give('elsewhere', sita, hari),
      await add(wanted(sita.operatorId, { name: 'nobody’s' })),
    ];
    await revoke(door, START);
    const now = minutesAfter(START, 5);
    const revokeAll = () =>
      engine().transact(({ crewDevices }) => crewDevices.revokeAddedBy(sita.operatorId, sita.id, now));
    const told = () => engine().committed.filter(({ thing }) => thing === 'sign-out').length;
    const before = told();
    expect(await revokeAll()).to.deep.equal([{ id: gate, name: 'Gate' }]);
    expect([(await find(gate))?.revokedAt, (await find(door))?.revokedAt]).to.deep.equal([now, START]);
    for (const id of kept) expect((await find(id))?.revokedAt).to.equal(null);
    expect([await revokeAll(), told()]).to.deep.equal([[], before + 1]);
  });

  it('the time when a crew device was last seen only moves forward, never back', async () => {
    const { id } = await aDevice(engine());
    for (const at of [minutesAfter(START, 5), minutesAfter(START, 3)])
      await engine().transact(({ crewDevices }) => crewDevices.see(id, at));
    expect((await find(id))?.lastSeenAt).to.equal(minutesAfter(START, 5));
  });
});

onEveryEngine('the list of crew devices', (engine) => {
  const { company, add, enrol, revoke } = devicesOn(engine);

  it('a crew device is found by its valid enrolment token, and the token can still be used afterwards', async () => {
    const operatorId = await company();
    const id = await add(wanted(operatorId));
    const offered = (token: string, now: Instant) => engine().crewDeviceViews.ofEnrolToken(token, now);
    for (const now of [START, minutesAfter(START, 14)])
      expect(await offered('enrol', now)).to.deep.equal({
        id,
        name: 'Gate',
        operatorId,
        companyName: 'Blue Sky',
        enrolUntil: minutesAfter(START, 15),
      });
    expect(await offered('another', START)).to.equal(undefined);
    expect(await offered('enrol', minutesAfter(START, 15))).to.equal(undefined);
    await enrol(START);
    expect(await offered('enrol', START)).to.equal(undefined);
    const revoked = await add(wanted(operatorId, { enrolDigest: 'second' }));
    await revoke(revoked, START);
    expect(await offered('second', START)).to.equal(undefined);
  });

  it('a company’s crew devices are listed newest first, page by page', async () => {
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

onEveryEngine('a crew device enrolled by several phones', (engine) => {
  it('a crew device is enrolled by only one of ten phones that try at once', async () => {
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

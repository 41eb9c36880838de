import { expect } from 'chai';
import { START } from '../support/clock.ts';
import { aDevice } from '../support/devices.ts';
import { anOperator } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

aboutMigration('0024-boarding', 'the migration for boarding', (at) => {
  const logged = () =>
    at.engine.transact(({ trail }) => trail.of({ type: 'bus', id: 7 })).then((all) => all.map(({ actor }) => actor));

  it('keeps the activity log, in which devices may appear from then on', async () => {
    const { id: userId, operatorId } = await anOperator(at.engine);
    const [role, subject] = ['OPERATOR', { type: 'bus', id: 7 }] as const;
    const entry = { kind: 'BUS_CHANGED', operatorId, subject, description: 'It is red.' } as const;
    await at.engine.transact(({ trail }) => trail.add({ ...entry, actor: { role, userId } }, START));
    await at.back();
    await at.forth();
    expect(await logged()).to.deep.equal([{ role, userId }]);
    const { id: deviceId } = await aDevice(at.engine, { operatorId });
    await at.engine.transact(({ trail }) => trail.add({ ...entry, actor: { role: 'DEVICE', deviceId } }, START));
    expect(await logged()).to.deep.equal([
      { role, userId },
      { role: 'DEVICE', deviceId },
    ]);
  });

  it('is not rolled back once there are devices', async () => {
    await aDevice(at.engine);
    expect(await at.back().then(() => 'It was rolled back.', String)).to.include('(devices: 1)');
  });
});

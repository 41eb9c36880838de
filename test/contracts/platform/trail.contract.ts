import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import type { Position } from '../../../core/kernel/page.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { type TrailEntry, type TrailFilter, changesBetween } from '../../../core/platform/trail.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

onEveryEngine('the activity log', (engine) => {
  const someone = () => aPassengerId(engine());
  const company = async () => (await anOperator(engine())).operatorId;
  const add = (entry: TrailEntry, at = START) => engine().transact(({ trail }) => trail.add(entry, at));

  it('the activity log returns all entries about one subject, with old and new values, oldest first', async () => {
    const [userId, operatorId] = [await someone(), await company()];
    const subject = { type: 'bus', id: 7 } as const;
    const created: TrailEntry = {
      kind: 'BUS_CREATED',
      actor: { role: 'OPERATOR', userId },
      operatorId,
      subject,
      description: 'Added the bus «Deluxe».',
      amount: paisa(120_000),
    };
    const changes = changesBetween(
      { bus_name: 'Deluxe', total_seats: 40, seat_map: null },
      { bus_name: 'Deluxe', total_seats: 38, seat_map: { rows: 2, seats: [{ seat_number: 'A1' }] } },
    );
    const changed: TrailEntry = { ...created, kind: 'BUS_CHANGED', actor: { role: 'SYSTEM' }, changes };
    await add(created);
    await add({ ...created, subject: { type: 'bus', id: 8 } });
    await add({ ...created, subject: { type: 'document', id: 7 } });
    await add(changed, minutesAfter(START, 1));
    expect(await engine().transact(({ trail }) => trail.of(subject))).to.deep.equal([
      { ...created, changes: {}, at: START },
      {
        ...changed,
        changes: {
          total_seats: { old: 40, new: 38 },
          seat_map: { old: null, new: { rows: 2, seats: [{ seat_number: 'A1' }] } },
        },
        at: minutesAfter(START, 1),
      },
    ]);
  });

  it('an entry of the activity log keeps the name that the acting person had when acting', async () => {
    const [userId, { id: deviceId, operatorId }] = [await someone(), await aDevice(engine(), { name: 'Front door' })];
    const [subject, description] = [{ type: 'schedule', id: 7 } as const, 'The bus has left.'];
    const entry = { kind: 'TRIP_DEPARTED', operatorId, subject, description } as const;
    const before = (await engine().accounts.find(userId))?.fullName;
    await add({ ...entry, actor: { role: 'OPERATOR', userId } });
    await engine().transact(({ users }) =>
      users.saveProfile(userId, { fullName: 'Another Name', phone: null, phoneVerified: false }),
    );
    await add({ ...entry, actor: { role: 'OPERATOR', userId } });
    await add({ ...entry, actor: { role: 'DEVICE', deviceId } });
    await add({ ...entry, actor: { role: 'SYSTEM' } });
    const { rows } = await engine().trailViews.list({ operatorId }, { limit: 4 });
    expect(rows.map(({ actorName }) => actorName)).to.deep.equal([null, 'Front door', 'Another Name', before]);
  });

  it('an entry of the activity log names the crew device that made the change', async () => {
    const { id: deviceId, operatorId } = await aDevice(engine(), { name: 'Front door' });
    const entry: TrailEntry = {
      kind: 'TRIP_DEPARTED',
      actor: { role: 'DEVICE', deviceId },
      operatorId,
      subject: { type: 'schedule', id: 7 },
      description: 'The bus has left.',
    };
    await add(entry);
    const { rows } = await engine().trailViews.list({ operatorId }, { limit: 2 });
    expect(rows.map(({ actor, actorName }) => [actor, actorName])).to.deep.equal([[entry.actor, 'Front door']]);
  });

  describe('the list of the activity log', () => {
    const walk = async (filter: TrailFilter, limit = 2) => {
      const seen: string[] = [];
      let after: Position | undefined;
      do {
        const { rows, next } = await engine().trailViews.list(filter, { limit, ...(after && { after }) });
        seen.push(...rows.map(({ description }) => description));
        after = next;
      } while (after);
      return seen;
    };

    it('the activity log is listed newest first, page by page, with the names of those who acted', async () => {
      const userId = await someone();
      const entry: TrailEntry = {
        kind: 'CITY_ADDED',
        actor: { role: 'ADMIN', userId },
        operatorId: null,
        subject: { type: 'city', id: 1 },
        description: '',
      };
      for (const [minutes, description] of [
        [0, 'one'],
        [2, 'four'],
        [1, 'two'],
        [1, 'three'],
        [5, 'five'],
      ] as const)
        await add({ ...entry, description }, minutesAfter(START, minutes));
      expect(await walk({})).to.deep.equal(['five', 'four', 'three', 'two', 'one']);
      expect(await walk({}, 5)).to.have.length(5);
      const { rows } = await engine().trailViews.list({}, { limit: 1 });
      const [user] = [await engine().accounts.find(userId)];
      expect(rows[0]).to.include({ actorName: user?.fullName, kind: 'CITY_ADDED', at: minutesAfter(START, 5) });
      expect(rows[0]?.id).to.be.a('number');
    });

    it('the activity log’s pages neither repeat nor skip an entry when entries are added between two pages', async () => {
      const entry: TrailEntry = {
        kind: 'CITY_ADDED',
        actor: { role: 'SYSTEM' },
        operatorId: null,
        subject: { type: 'city', id: 1 },
        description: '',
      };
      for (const description of ['one', 'two', 'three']) await add({ ...entry, description });
      const first = await engine().trailViews.list({}, { limit: 2 });
      for (const minutes of [0, 1]) await add({ ...entry, description: 'new' }, minutesAfter(START, minutes));
      const second = await engine().trailViews.list({}, { limit: 2, after: first.next! });
      expect([...first.rows, ...second.rows].map(({ description }) => description)).to.deep.equal([
        'three',
        'two',
        'one',
      ]);
    });

    it('the activity log is filtered by company, user, kind, subject and time, in any combination', async () => {
      const [asha, bina, operatorId] = [await someone(), await someone(), await company()];
      const entry: TrailEntry = {
        kind: 'BUS_CHANGED',
        actor: { role: 'OPERATOR', userId: asha },
        operatorId,
        subject: { type: 'bus', id: 1 },
        description: 'a',
      };
      await add(entry);
      await add({ ...entry, actor: { role: 'ADMIN', userId: bina }, description: 'b' });
      await add({ ...entry, actor: { role: 'SYSTEM' }, operatorId: null, description: 'c' });
      await add({ ...entry, kind: 'BUS_APPROVED', description: 'd' });
      await add({ ...entry, subject: { type: 'bus', id: 2 }, description: 'e' });
      await add({ ...entry, description: 'f' }, hoursAfter(START, 1));
      expect(await walk({ operatorId })).to.deep.equal(['f', 'e', 'd', 'b', 'a']);
      expect(await walk({ userId: bina })).to.deep.equal(['b']);
      expect(await walk({ kind: 'BUS_APPROVED' })).to.deep.equal(['d']);
      expect(await walk({ kind: 'NOTHING_OF_THE_KIND' })).to.deep.equal([]);
      expect(await walk({ subject: { type: 'bus', id: 2 } })).to.deep.equal(['e']);
      expect(await walk({ during: { start: hoursAfter(START, 1) } })).to.deep.equal(['f']);
      expect(await walk({ during: { end: hoursAfter(START, 1) }, userId: asha, kind: 'BUS_CHANGED' })).to.deep.equal([
        'e',
        'a',
      ]);
    });
  });
});

import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { readCatalogue } from '../../adapters/catalogue-file/read-catalogue.ts';
import { withEndingPapers } from '../../app/sample/papers.ts';
import { AGENCY, addSampleAgency } from '../../app/sample/agency.ts';
import { loadDaily } from '../../app/sample/load-daily.ts';
import { addSampleStaff, STAFF } from '../../app/sample/people.ts';
import { addSampleTimetables, BUS } from '../../app/sample/timetables.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { papers } from '../../core/fleet/papers.ts';
import { aBus, calendar } from '../support/catalogue.ts';
import { handClock } from '../support/clock.ts';
import { memoryEngine } from '../support/engines.ts';
import { anOperator } from '../support/people.ts';
import { countingRandom } from '../../adapters/memory/random.ts';

describe('the demo’s additions to the sample catalogue', () => {
  it('the demo adds staff of each position to existing companies of the sample catalogue, only once', async () => {
    const engine = memoryEngine();
    const { operatorId } = await anOperator(engine, { email: 'himchuli@example.com' });
    const needs = {
      clock: handClock(),
      random: countingRandom(),
      passwords: { hash: async (password: string) => `hash of ${password}` },
      transact: engine.transact,
    };
    for (const time of ['first', 'second']) {
      await addSampleStaff(needs);
      const staff = await engine.companies.staff({ operatorId }, needs.clock());
      expect(staff.map(({ position }) => position).sort(), time).to.deep.equal([
        'CLERK',
        'CONDUCTOR',
        'MANAGER',
        'OWNER',
      ]);
    }
    const clerk = STAFF.find(({ position }) => position === 'CLERK');
    const account = await engine.transact(({ users }) => users.findByEmail(clerk?.email ?? ''));
    expect(account).to.include({ role: 'OPERATOR', operatorId, passwordHash: 'hash of demo-1234' });
    expect(await engine.transact(({ users }) => users.findByEmail('deepa.phewa@example.com'))).to.equal(undefined);
  });

  it('the demo adds an agency with its owner, only once', async () => {
    const engine = memoryEngine();
    const needs = {
      clock: handClock(),
      random: countingRandom(),
      passwords: { hash: async (password: string) => `hash of ${password}` },
      transact: engine.transact,
    };
    for (const time of ['first', 'second']) {
      await addSampleAgency(needs);
      const { rows } = await engine.agentViews.list({}, { limit: 10 });
      expect(
        rows.map(({ name }) => name),
        time,
      ).to.deep.equal([AGENCY.name]);
    }
    const membership = await engine.transact(async ({ users, staff }) => {
      const owner = await users.findByEmail(AGENCY.email);
      return staff.ofAgentUser(owner!.id);
    });
    expect(membership?.position).to.equal('OWNER');
  });

  it('the demo loads its sample anew once on each local day, and again after a failure', async () => {
    const clock = handClock();
    let loads = 0;
    const job = loadDaily({ timeZone: 'Asia/Kathmandu' }, clock, async () => {
      loads += 1;
      if (loads === 1) throw new Error('The database is away.');
    });
    expect(await job.run(Promise.resolve())).to.equal(0);
    clock.set(hoursAfter(clock(), 24));
    await job.run(Promise.resolve()).catch(() => undefined);
    expect([await job.run(Promise.resolve()), await job.run(Promise.resolve()), loads]).to.deep.equal([1, 0, 2]);
  });

  it('the demo adds timetables for an existing company and bus of the sample catalogue, only once', async () => {
    const engine = memoryEngine();
    const { operatorId } = await anOperator(engine, { email: 'himchuli@example.com' });
    await aBus(engine, { operatorId, registrationNo: BUS });
    await engine.transact(({ catalogue }) => catalogue.saveCities(['Gorkha', 'Kathmandu']));
    for (const time of ['first', 'second']) {
      await addSampleTimetables({ ...engine, views: engine, clock: handClock(), calendar, timetableDays: 10 });
      const { rows } = await engine.timetableViews.list(operatorId, { limit: 10 });
      expect(
        rows.map(({ departs, clashes }) => [departs, ...clashes]),
        time,
      ).to.deep.equal([['01:00'], ['19:30']]);
    }
  });

  it('the demo gives two companies one bus each whose documents expire soon', async () => {
    const { file } = readCatalogue(await readFile(new URL('../../app/sample/catalogue.json', import.meta.url)));
    const buses = withEndingPapers(file!, (days) => `2026-11-${20 + days > 30 ? 30 : 20 + days}`).buses;
    const ending = buses
      .map(({ operator, documents }) => ({ operator, ...papers(documents, '2026-11-20') }))
      .filter(({ validUntil }) => validUntil !== null);
    expect(ending).to.deep.equal([
      { operator: 'himchuli@example.com', complete: true, validUntil: '2026-11-26', missing: [] },
      { operator: 'phewa@example.com', complete: true, validUntil: '2026-11-30', missing: [] },
    ]);
  });
});

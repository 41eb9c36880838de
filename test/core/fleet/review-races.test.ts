import { expect } from 'chai';
import { approveBus } from '../../../core/fleet/review-bus.ts';
import { waiting } from '../../../core/fleet/bus.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../../core/stores.ts';
import { administrationOn } from '../../support/administration.ts';
import { aBus, calendar } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { anAdmin } from '../../support/people.ts';
import { aWorld } from '../../support/world.ts';

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Refusal).code,
  );

onEveryEngine('a bus that two administrators review at once', (engine, database) => {
  const approving = (transact: Transact<Stores>) => approveBus({ ...aWorld, transact, calendar, clock: handClock() });
  const find = async (id: BusId) => (await engine().fleetViews.find(id))!;
  /** Gives the bus another registration number, as a company does. */
  const renumber = (id: BusId) => (transact: Transact<Stores>) =>
    transact(async ({ buses }) => {
      const bus = (await buses.lock(id))!;
      await buses.update(
        waiting({ ...bus, registrationNo: `${bus.registrationNo} NEW`, revision: bus.revision + 1 }, START),
      );
      return 'done';
    });

  it('a bus that several administrators approve at once is approved by only one', async () => {
    const [anil, bina] = [await anAdmin(engine()), await anAdmin(engine())];
    const id = await aBus(engine(), { approvalStatus: 'PENDING' });
    const outcomes = await beforeCommit(
      database(),
      engine().transact,
      (transact) => outcomeOf(approving(transact)(anil.id, id, undefined)),
      () => outcomeOf(administrationOn(engine()).approveBus(bina.id, id, undefined)),
    );
    expect(outcomes).to.deep.equal(['done', 'BUS_REVIEWED']);
    expect(await administrationOn(engine()).trailOf('bus', id)).to.have.length(1);
  });

  it('a bus that is approved and rejected at once gets only one of the two reviews', async () => {
    const [anil, bina] = [await anAdmin(engine()), await anAdmin(engine())];
    const id = await aBus(engine(), { approvalStatus: 'PENDING' });
    const { revision } = await find(id);
    const outcomes = await beforeCommit(
      database(),
      engine().transact,
      (transact) => outcomeOf(approving(transact)(anil.id, id, revision)),
      () => outcomeOf(administrationOn(engine()).rejectBus(bina.id, id, { reason: 'x', revision })),
    );
    expect(outcomes).to.deep.equal(['done', 'BUS_CHANGED']);
    expect(await find(id)).to.include({ approvalStatus: 'APPROVED' });
  });

  it('a bus that its company changes while an administrator reviews it is not approved', async () => {
    const anil = await anAdmin(engine());
    const id = await aBus(engine(), { approvalStatus: 'PENDING' });
    const { revision } = await find(id);
    const outcomes = await beforeCommit(database(), engine().transact, renumber(id), () =>
      outcomeOf(administrationOn(engine()).approveBus(anil.id, id, revision)),
    );
    expect(outcomes).to.deep.equal(['done', 'BUS_CHANGED']);
    expect(await find(id)).to.include({ approvalStatus: 'PENDING' });
  });

  it('a bus that its company changes right after the approval waits for review again', async () => {
    const anil = await anAdmin(engine());
    const id = await aBus(engine(), { approvalStatus: 'PENDING' });
    const { revision } = await find(id);
    const outcomes = await beforeCommit(
      database(),
      engine().transact,
      (transact) => outcomeOf(approving(transact)(anil.id, id, revision)),
      () => renumber(id)(engine().transact),
    );
    expect(outcomes).to.deep.equal(['done', 'done']);
    expect(await find(id)).to.include({ approvalStatus: 'PENDING', revision: revision + 2 });
  });
});

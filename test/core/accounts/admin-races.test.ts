import { expect } from 'chai';
import type { Refusal } from '../../../core/kernel/refusal.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { administrationOn } from '../../support/administration.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { aPassenger, anAdmin } from '../../support/people.ts';
import { suspendUser } from '../../../core/accounts/suspend-user.ts';
import { handClock } from '../../support/clock.ts';
import { aWorld } from '../../support/world.ts';

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as Refusal).code,
  );

onEveryEngine('administrators who act at the same time', (engine, database) => {
  const statuses = async (...ids: readonly UserId[]) =>
    Promise.all(ids.map(async (id) => (await engine().accounts.find(id))?.status));

  it('two administrators who suspend each other at once are never both suspended', async () => {
    const [anil, bina] = [await anAdmin(engine()), await anAdmin(engine())];
    const outcomes = await beforeCommit(
      database(),
      engine().transact,
      (transact) => outcomeOf(suspendUser({ ...aWorld, clock: handClock(), transact })(anil.id, bina.id, 'x')),
      () => outcomeOf(administrationOn(engine()).suspendUser(bina.id, anil.id, 'x')),
    );
    expect(outcomes).to.deep.equal(['done', 'LAST_ADMIN']);
    expect(await statuses(anil.id, bina.id)).to.deep.equal(['ACTIVE', 'SUSPENDED']);
  });

  it('two administrators who suspend each other at once are never both suspended, even if a third one is active', async () => {
    const [anil, bina] = [await anAdmin(engine()), await anAdmin(engine()), await anAdmin(engine())];
    const outcomes = await beforeCommit(
      database(),
      engine().transact,
      (transact) => outcomeOf(suspendUser({ ...aWorld, clock: handClock(), transact })(anil.id, bina.id, 'x')),
      () => outcomeOf(administrationOn(engine()).suspendUser(bina.id, anil.id, 'x')),
    );
    expect(outcomes).to.deep.equal(['done', 'USER_GONE']);
    expect(await statuses(anil.id, bina.id)).to.deep.equal(['ACTIVE', 'SUSPENDED']);
  });

  it('a user is suspended only once when several administrators do it at once', async () => {
    const [asha, ...admins] = [await aPassenger(engine()), await anAdmin(engine()), await anAdmin(engine())];
    const { suspendUser: suspend, trailOf } = administrationOn(engine());
    const outcomes = await Promise.all(
      [...admins, ...admins, ...admins].map((admin) => outcomeOf(suspend(admin.id, asha.id, 'x'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).to.have.length(1);
    expect(new Set(outcomes)).to.deep.equal(new Set(['done', 'USER_SUSPENDED']));
    expect(await trailOf('user', asha.id)).to.have.length(1);
  });
});

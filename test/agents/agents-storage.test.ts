import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentId, AgentKeyId, OperatorId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { START } from '../support/clock.ts';
import { CRYPTO } from '../support/crypto.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anOperator } from '../support/people.ts';

onEveryEngine('stored agents and their keys', (engine) => {
  it('an agent is stored whole, with the companies that it may sell for', async () => {
    const [sita, hari] = [await anOperator(engine()), await anOperator(engine())];
    const agent = await anAgent(engine());
    const changed: Agent = {
      ...agent,
      name: 'Everest Tours',
      contactEmail: 'desk@everest.example',
      contactPhone: '01-4412345',
      commissionRate: basisPoints(750),
      creditLimit: paisa(0),
      warnBelow: paisa(1),
      operators: [sita.operatorId, hari.operatorId],
      status: 'SUSPENDED',
    };
    for (const one of [changed, { ...changed, operators: [] }, { ...agent, operators: null }]) {
      await engine().transact(({ agents }) => agents.save(one));
      expect(await engine().agentViews.find(agent.id)).to.deep.equal(one);
      expect(await engine().transact(({ agents }) => agents.lock(agent.id))).to.deep.equal(one);
    }
  });

  it('agents are listed newest first, and found by a part of their name and by status', async () => {
    const [himal, everest] = [await anAgent(engine()), await anAgent(engine(), { name: 'Everest Tours' })];
    await engine().transact(({ agents }) => agents.save({ ...himal, status: 'SUSPENDED' }));
    const found = async (filter: Parameters<ReturnType<typeof engine>['agentViews']['list']>[0]) =>
      (await engine().agentViews.list(filter, { limit: 10 })).rows.map(({ id }) => id);
    expect(await found({})).to.deep.equal([everest.id, himal.id]);
    expect(await found({ q: 'himal' })).to.deep.equal([himal.id]);
    expect(await found({ status: 'ACTIVE' })).to.deep.equal([everest.id]);
    const first = await engine().agentViews.list({}, { limit: 1 });
    expect(first.next).to.deep.equal([everest.id]);
    expect((await engine().agentViews.list({}, { limit: 1, after: first.next! })).rows).to.have.length(1);
  });

  it('a key is found by its hash until it is deleted, and stays on record', async () => {
    const agent = await anAgent(engine());
    const { key, ...stored } = await anAgentKey(engine(), agent, { dailyAmount: paisa(500) });
    const ofKey = () => engine().agentKeyViews.ofDigest(CRYPTO.tokenDigests.of(key));
    expect(await ofKey()).to.deep.equal({ ...stored, agentStatus: 'ACTIVE', isOfSandbox: false });
    expect(await engine().agentKeyViews.find(stored.id)).to.deep.equal({
      ...stored,
      agentStatus: 'ACTIVE',
      isOfSandbox: false,
    });
    const changed = { ...stored, label: 'Till', scopes: ['read', 'webhooks'], dailyAmount: null } as const;
    await engine().transact(({ agentKeys }) => agentKeys.save({ ...changed, status: 'SUSPENDED', expiresAt: START }));
    expect(await ofKey()).to.deep.include({ ...changed, status: 'SUSPENDED', expiresAt: START });

    await engine().transact(({ agentKeys }) => agentKeys.delete(stored.id, START));
    expect(await ofKey()).to.equal(undefined);
    expect((await engine().agentKeyViews.list(agent.id, { limit: 10 })).rows).to.deep.equal([]);
  });

  it('only keys of the agent count that were not deleted and have not expired', async () => {
    const [himal, everest] = [await anAgent(engine()), await anAgent(engine())];
    const [kept, gone] = [await anAgentKey(engine(), himal), await anAgentKey(engine(), himal)];
    await anAgentKey(engine(), himal, { expiresAt: START });
    const expiring = await anAgentKey(engine(), himal, { expiresAt: minutesAfter(START, 1) });
    await anAgentKey(engine(), everest);
    await engine().transact(({ agentKeys }) => agentKeys.delete(gone.id, START));
    const count = (agent: AgentId) => engine().transact(({ agentKeys }) => agentKeys.count(agent, START));
    expect([await count(himal.id), await count(everest.id)]).to.deep.equal([2, 1]);
    const found = (id: AgentKeyId, agent = himal.id) =>
      engine().transact(async ({ agentKeys }) => (await agentKeys.find(agent, id))?.id);
    expect([await found(kept.id), await found(kept.id, everest.id), await found(gone.id)]).to.deep.equal([
      kept.id,
      undefined,
      undefined,
    ]);
    const listed = (await engine().agentKeyViews.list(himal.id, { limit: 2 })).rows;
    expect(listed.map(({ id }) => id)[0]).to.equal(expiring.id);
  });

  it('the moment of a key’s last use only moves forward', async () => {
    const { id } = await anAgentKey(engine(), await anAgent(engine()));
    for (const at of [minutesAfter(START, 5), minutesAfter(START, 3)])
      await engine().transact(({ agentKeys }) => agentKeys.use(id, at));
    expect((await engine().agentKeyViews.find(id))?.lastUsedAt).to.equal(minutesAfter(START, 5));
  });
});

onEveryEngine('the companies that an agent may sell for', (engine) => {
  it('an agent sells for a company only while both are active and neither excludes the other', async () => {
    const [sita, hari] = [await anOperator(engine()), await anOperator(engine())];
    const agent = await anAgent(engine());
    const companies = async (): Promise<readonly OperatorId[]> => {
      const listed = await engine().agentCompanies.of(agent.id);
      for (const { operatorId } of [sita, hari])
        expect(await engine().agentCompanies.maySell(agent.id, operatorId)).to.equal(listed.includes(operatorId));
      return listed;
    };
    const save = (changes: Partial<Agent>) => engine().transact(({ agents }) => agents.save({ ...agent, ...changes }));
    const both = [sita.operatorId, hari.operatorId];
    expect(await companies()).to.deep.equal(both);
    await save({ operators: [hari.operatorId] });
    expect(await companies()).to.deep.equal([hari.operatorId]);
    await save({ operators: [] });
    expect(await companies()).to.deep.equal([]);
    await save({});
    await engine().transact(async ({ companies: repo }) =>
      repo.save({ ...(await repo.lock(sita.operatorId))!, status: 'SUSPENDED' }),
    );
    expect(await companies()).to.deep.equal([hari.operatorId]);
  });

  it('a suspended agent reads the companies of before, and sells for none', async () => {
    const { operatorId } = await anOperator(engine());
    const agent = await anAgent(engine(), { operators: [operatorId] });
    await engine().transact(({ agents }) => agents.save({ ...agent, status: 'SUSPENDED' }));
    const { agentCompanies } = engine();
    expect(await agentCompanies.of(agent.id)).to.deep.equal([operatorId]);
    expect((await agentCompanies.list(agent.id)).map(({ id }) => id)).to.deep.equal([operatorId]);
    expect(await agentCompanies.maySell(agent.id, operatorId)).to.equal(false);
  });
});

import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { KeyMode } from '../../core/agents/agent-key.ts';
import { authenticateKey } from '../../core/agents/authenticate-key.ts';
import { addKey, changeKey, deleteKey, type KeyManager, rotateKey } from '../../core/agents/manage-keys.ts';
import type { AgentId, AgentKeyId } from '../../core/kernel/ids.ts';
import { databaseUnavailable } from '../../core/kernel/refusal.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { anAgent } from '../support/agents.ts';
import { handClock, START } from '../support/clock.ts';
import { type Engine, memoryEngine, onEveryEngine } from '../support/engines.ts';
import { anAdmin } from '../support/people.ts';
import { refusalOf } from '../support/refusals.ts';

const RIGHTS = { label: 'Shop', scopes: ['sell'], dailyAmount: null } as const;

async function given(engine: Engine = memoryEngine()) {
  const clock = handClock();
  const world = { ...engine, clock };
  const agent = await anAgent(engine);
  const admin = await anAdmin(engine);
  const manager: KeyManager = { admin: admin.id, agentId: agent.id };
  return {
    ...engine,
    world,
    clock,
    agent,
    manager,
    add: () => addKey(world)(manager, RIGHTS),
    rotate: rotateKey(world),
    change: changeKey(world),
    remove: deleteKey(world),
    authenticate: authenticateKey(world),
    authenticateLive: authenticateKey({ ...world, keyMode: 'live', agentSandboxUrl: 'https://sandbox.example' }),
  };
}

const codeOf = async (work: Promise<unknown>): Promise<unknown> => (await refusalOf(work))[1];

describe('keys of agents', () => {
  it('a key names its agent and its rights, and the moment of its use is stored once a minute', async () => {
    const { add, authenticate, agent, clock, agentKeyViews } = await given();
    const { key, id, startsWith } = await add();
    expect(key).to.match(/^bt_test_[A-Za-z0-9]{32}$/);
    expect(startsWith).to.equal(key.slice(0, 12));
    const used = async () => (await agentKeyViews.find(id))?.lastUsedAt;
    const by = { keyId: id, label: 'Shop', scopes: ['sell'], dailyAmount: null };
    expect(await authenticate(key)).to.deep.equal({ agentId: agent.id, agentStatus: 'ACTIVE', by });
    clock.set(minutesAfter(START, 0.5));
    await authenticate(key);
    expect(await used()).to.equal(START);
    clock.set(minutesAfter(START, 1.5));
    await authenticate(key);
    expect(await used()).to.equal(minutesAfter(START, 1));
  });

  it('a key is good although the database takes no writes, and any other failure is told', async () => {
    const { add, agent, world } = await given();
    const { key } = await add();
    const failing = (error: Error) => authenticateKey({ ...world, transact: () => Promise.reject(error) })(key);
    expect((await failing(databaseUnavailable(new Error('25006')))).agentId).to.equal(agent.id);
    expect(await failing(new Error('a fault')).catch(String)).to.equal('Error: a fault');
  });

  it('a key of another kind of instance, an unknown one and an ended one are refused, each by its code', async () => {
    const { add, manager, change, remove, rotate, authenticate, authenticateLive, clock } = await given();
    const [kept, suspended, deleted, rotated] = [await add(), await add(), await add(), await add()];
    await change(manager, suspended.id, { status: 'SUSPENDED' });
    await remove(manager, deleted.id);
    await rotate(manager, rotated.id, 2);
    clock.set(hoursAfter(START, 2));
    expect(await codeOf(authenticate('bt_test_short'))).to.equal('KEY_INVALID');
    expect(await codeOf(authenticate(`${kept.key.slice(0, -1)}!`))).to.equal('KEY_INVALID');
    expect(await codeOf(authenticate(deleted.key))).to.equal('KEY_INVALID');
    expect(await codeOf(authenticate(suspended.key))).to.equal('KEY_SUSPENDED');
    expect(await codeOf(authenticate(rotated.key))).to.equal('KEY_EXPIRED');
    expect(await codeOf(authenticateLive(kept.key))).to.equal('WRONG_MODE');
  });

  it('a key of another kind of instance is told where keys of a sandbox are, in both kinds', async () => {
    const world = await given();
    const wanting = async (keyMode: KeyMode, agentSandboxUrl?: string) => {
      const key = `bt_${keyMode === 'live' ? 'test' : 'live'}_${'x'.repeat(32)}`;
      const refused = await authenticateKey({ ...world.world, keyMode, agentSandboxUrl })(key).catch(
        (error: unknown) => error as Error,
      );
      return (refused as Error).message;
    };
    for (const mode of ['live', 'test'] as const) {
      expect(await wanting(mode, 'https://sandbox.example'), mode).to.include('https://sandbox.example');
      expect(await wanting(mode), mode).to.include('`npm run demo`');
    }
  });

  it('a rotated key has a successor with the same rights, and both work until the overlap ends', async () => {
    const { add, rotate, manager, authenticate, clock } = await given();
    const old = await add();
    const fresh = await rotate(manager, old.id);
    expect(fresh).to.deep.include({ ...RIGHTS, status: 'ACTIVE', expiresAt: null });
    expect(await codeOf(rotate(manager, old.id))).to.equal('KEY_STATE');
    clock.set(hoursAfter(START, 23));
    for (const { key } of [old, fresh]) await authenticate(key);
    clock.set(hoursAfter(START, 24));
    expect(await codeOf(authenticate(old.key))).to.equal('KEY_EXPIRED');
  });

  it('an agent has at most 20 keys that have not expired, and a key can be rotated nevertheless', async () => {
    const { add, rotate, manager, remove } = await given();
    const keys = [];
    for (let n = 0; n < 20; n += 1) keys.push(await add());
    expect(await codeOf(add())).to.equal('TOO_MANY_KEYS');
    await rotate(manager, keys[0]!.id, 0);
    expect(await codeOf(add())).to.equal('TOO_MANY_KEYS');
    await remove(manager, keys[1]!.id);
    await add();
  });

  it('a key of another agent cannot be changed, rotated or deleted', async () => {
    const one = await given();
    const { id } = await one.add();
    const other: KeyManager = { ...one.manager, agentId: (await anAgent(one)).id };
    for (const work of [one.change(other, id, { label: 'X' }), one.rotate(other, id), one.remove(other, id)])
      expect(await codeOf(work)).to.equal('AGENT_KEY_UNKNOWN');
    expect(await codeOf(one.remove({ ...other, agentId: 999 as AgentId }, id))).to.equal('AGENT_UNKNOWN');
    expect(await codeOf(one.remove(one.manager, 999 as AgentKeyId))).to.equal('AGENT_KEY_UNKNOWN');
  });

  it('the activity log names each deed with a key, and never holds the key itself', async () => {
    const { add, rotate, change, remove, manager, trailViews } = await given();
    const key = await add();
    await change(manager, key.id, { label: 'Till', dailyAmount: null });
    const fresh = await rotate(manager, key.id);
    await remove(manager, fresh.id);
    const { rows } = await trailViews.list({}, { limit: 10 });
    expect(rows.map(({ kind }) => kind)).to.deep.equal([
      'AGENT_KEY_DELETED',
      'AGENT_KEY_ROTATED',
      'AGENT_KEY_CHANGED',
      'AGENT_KEY_ADDED',
    ]);
    for (const secret of [key.key, fresh.key]) expect(JSON.stringify(rows)).not.to.include(secret);
  });
});

onEveryEngine('keys of agents that are added at once', (engine) => {
  it('keys that are added at once never exceed the limit of an agent', async () => {
    const { add, agent, transact } = await given(engine());
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, add));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(20);
    const count = ({ id }: Agent) => transact(({ agentKeys }) => agentKeys.count(id, START));
    expect(await count(agent)).to.equal(20);
  });
});

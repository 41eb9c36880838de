import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentCaller, AgentProgram } from '../../core/agents/caller.ts';
import type { Member } from '../../core/companies/member.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { anotherTrip } from '../support/changing.ts';
import { handClock } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { afterWaiting, beforeCall, beforeCommit } from '../support/overlap.ts';
import { anAdmin, anOperator } from '../support/people.ts';
import { refused } from '../support/refusals.ts';

/**
 * Tests of an agent that sells while its right to sell is taken away. They run on parallel connections of Postgres, and
 * in sequence on SQLite.
 */

onEveryEngine('races of agents', (engine, database) => {
  const clock = handClock();
  let agent: Agent;
  let program: AgentCaller;
  let member: Member;
  const all = () => engine().transact;
  const selling = (transact: Transact<Stores> = all()) => agentSalesOn({ ...engine(), transact }, clock);
  const codeOf = async (work: Promise<unknown>) => (await refused(work)).code;

  beforeEach(async () => {
    agent = await anAgent(engine());
    program = await aProgram(engine(), agent);
    const { id: userId, operatorId } = await anOperator(engine());
    member = { userId, operatorId };
  });

  const ownTrip = (traits: Parameters<typeof anotherTrip>[3] = {}) => anotherTrip(engine(), member, 10_000, traits);

  describe('a company that switches agents off', () => {
    const whileSwitchedOff = async (work: () => Promise<unknown>) => {
      const [, code] = await beforeCommit(
        database(),
        all(),
        (transact) => selling(transact).changeCompany(member, { agentsAllowed: false }),
        () => codeOf(work()),
      );
      return code;
    };

    it('an agent sells nothing of a company that has just switched agents off', async () => {
      const trip = await ownTrip({ seats: 4 });
      expect(await whileSwitchedOff(() => selling().order(program, trip.id, {}))).to.equal('TRIP_UNKNOWN');
    });

    it('an agent holds no seats of a company that has just switched agents off', async () => {
      const trip = await ownTrip();
      expect(await whileSwitchedOff(() => selling().hold(program, trip.id, ['A1']))).to.equal('TRIP_UNKNOWN');
    });

    it('an agent changes no booking to another trip of a company that has just switched agents off', async () => {
      const [trip, other] = [await ownTrip({ seats: 4 }), await ownTrip({ seats: 4 })];
      const { booking } = await selling().order(program, trip.id, {});
      expect(await whileSwitchedOff(() => selling().change(program, booking.id, other.id, 1))).to.equal('TRIP_UNKNOWN');
    });
  });

  describe('a request that waits for its agent', () => {
    const afterLock = (locking: (stores: Stores) => Promise<unknown>, work: () => Promise<unknown>) =>
      afterWaiting(
        database(),
        all(),
        async (stores) => {
          await stores.agents.lock(agent.id);
          await locking(stores);
        },
        () => codeOf(work()),
        () => undefined,
      );

    it('a key that loses the scope to sell while its sale waits sells nothing', async () => {
      const trip = await ownTrip();
      await selling().hold(program, trip.id, ['A1']);
      const takeScope = async ({ agentKeys }: Stores) => {
        const { keyId } = program.by as AgentProgram;
        await agentKeys.save({ ...(await agentKeys.find(agent.id, keyId))!, scopes: ['read'] });
      };
      const code = await afterLock(takeScope, () => selling().order(program, trip.id, { numbers: ['A1'] }));
      expect(code).to.equal('SCOPE_MISSING');
    });

    it('an agent that a company refuses while its request waits holds no seats, without rate limits too', async () => {
      const trip = await ownTrip();
      const refuse = ({ companyAgents }: Stores) => companyAgents.refuse(member.operatorId, agent.id, clock());
      const code = await afterLock(refuse, () => selling().hold(program, trip.id, ['A1']));
      expect(code).to.equal('TRIP_UNKNOWN');
    });
  });

  describe('a sale that has locked its seats when its agent loses the right to sell', () => {
    /** Counts how often each transaction runs: more than once after a deadlock. */
    const counted = () => {
      const runs = { most: 0 };
      const within =
        (inside: Transact<Stores>): Transact<Stores> =>
        (work) => {
          let count = 0;
          return inside((stores) => {
            count += 1;
            runs.most = Math.max(runs.most, count);
            return work(stores);
          });
        };
      return { runs, within };
    };

    /** Runs `take` while a sale is about to lock its agent. Returns the sale's refusal, and the runs. */
    const duringSale = async (take: (transact: Transact<Stores>) => Promise<unknown>) => {
      const trip = await ownTrip();
      await selling().hold(program, trip.id, ['A1']);
      const { runs, within } = counted();
      const [code] = await beforeCall(
        database(),
        all(),
        (stores, pause) => ({
          ...stores,
          agents: {
            ...stores.agents,
            lock: async (id) => {
              await pause();
              return stores.agents.lock(id);
            },
          },
        }),
        (transact) =>
          selling(within(transact))
            .order(program, trip.id, { numbers: ['A1'] })
            .then(
              () => 'sold',
              (error: unknown) => (error as { readonly code?: string }).code,
            ),
        () => take(within(all())),
      );
      return [code, runs.most];
    };

    it('an agent that is suspended while it sells causes no deadlock', async () => {
      const { id: admin } = await anAdmin(engine());
      const outcome = await duringSale((transact) =>
        selling(transact).changeAgent(admin, agent.id, { status: 'SUSPENDED' }),
      );
      expect(outcome).to.deep.equal([database().dialect === 'sqlite' ? 'sold' : 'AGENT_SUSPENDED', 1]);
    });

    it('an agent that a company refuses while it sells causes no deadlock', async () => {
      const verdict = { allowed: false, reason: '' };
      const outcome = await duringSale((transact) => selling(transact).allow(member, agent.id, verdict));
      expect(outcome).to.deep.equal([database().dialect === 'sqlite' ? 'sold' : 'TRIP_UNKNOWN', 1]);
    });
  });
});

import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentCaller } from '../../core/agents/caller.ts';
import type { Member } from '../../core/companies/member.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import type { Stores } from '../../core/stores.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { anotherTrip } from '../support/changing.ts';
import { handClock } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { beforeCommit } from '../support/overlap.ts';
import { anOperator } from '../support/people.ts';
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
});

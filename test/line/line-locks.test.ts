import { expect } from 'chai';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { sweepLocks } from '../../core/seats/sweep-seats.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { handClock, START } from '../support/clock.ts';
import { connectingUntil } from '../support/connecting.ts';
import { emptyDatabase, engineOn } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { LINE_TERMS } from '../support/line.ts';
import { somebodyWaits } from '../support/overlap.ts';
import { aPassengerId } from '../support/people.ts';
import { needs, postgresUrl } from '../support/servers.ts';

describe('locks of a line on Postgres', () => {
  let database: Database;
  /** A second database connection, like that of another process. */
  let elsewhere: Database;
  const connect = connectingUntil(after);

  before(async function () {
    const url = await postgresUrl();
    needs(this, url);
    await emptyDatabase(url);
    [database, elsewhere] = [connect(url), connect(url)];
  });

  it('the sweep of lapsed holds waits for nobody who changes their trip', async () => {
    const engine = engineOn(database);
    const clock = handClock();
    const { id: trip } = await aTrip(engine, { seats: ['A1'] });
    await lockSeats({ ...engine, clock })(await aPassengerId(engine), trip, [seat('A1')]);
    clock.set(minutesAfter(START, 10));
    const swept = await engine.transact(async ({ waits }) => {
      await waits.lockTrip(trip);
      const sweep = sweepLocks({ ...engineOn(elsewhere), clock })();
      return Promise.race([sweep, eventually(() => somebodyWaits(elsewhere)).then(() => 'waits')]);
    });
    expect(swept).to.equal(1);
  });

  it('an agent loses its holds on a trip after those who wait for it were served', async () => {
    const engine = engineOn(database);
    const clock = handClock();
    const world = { ...engine, ...LINE_TERMS, clock, rateLimit: false };
    const { id: trip } = await aTrip(engine, { seats: ['A1'] });
    const [admin, agent] = [await aPassengerId(engine), await anAgent(engine)];
    await agentSalesOn(engine, clock).hold(await aProgram(engine, agent), trip, ['A1']);
    const request = { count: 1, anyOf: [], section: undefined, keptFor: undefined };
    await startWaiting(world)(await aPassengerId(engine), trip, request);
    clock.set(minutesAfter(START, 10));

    let ending: Promise<unknown> = Promise.resolve();
    await engine.transact(async ({ waits, line }) => {
      await waits.lockLine(trip);
      ending = agentSalesOn(engineOn(elsewhere), clock).changeAgent(admin, agent.id, { status: 'SUSPENDED' });
      await eventually(() => somebodyWaits(elsewhere));
      // An agent's transaction that had locked the hold before the trip would keep it from the line.
      expect([...(await line.serve(trip, clock()))]).to.deep.equal([]);
    });
    await ending;
  });
});

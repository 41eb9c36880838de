import pg from 'pg';
import { connectDatabase } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { Refusal, databaseUnavailable } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { calendar } from '../catalogue.ts';
import { closeLater } from '../closing.ts';
import { START } from '../clock.ts';
import { engineOn } from '../engines.ts';
import { KNOWN } from '../known-gateways.ts';
import { freshDatabase } from '../servers.ts';
import { ACTIONS, type ActionName, useCasesOn } from './actions.ts';
import { busyCompany, surroundings } from './busy-company.ts';
import { type DatabaseState, changesOf, keyOf, stateKeeper } from './database-state.ts';
import { holdingProxy } from './holding-proxy.ts';
import { type Actor, type Choose, type Ran, news, runSchedule } from './run-schedule.ts';
import { reachOf } from './statements.ts';

/** Actors that act at once. */
export interface Meeting {
  readonly actors: readonly ActionName[];
  /** Minutes after START at which they act. Bookings expire after a quarter of an hour. */
  readonly minutes?: number;
  /** True if expired bookings are swept after the actors, as the job does it each minute. It skips locked bookings. */
  readonly isSwept?: boolean;
  /** Further orders that are right, of an actor that works in several transactions. They may have more actions. */
  readonly orders?: readonly (readonly ActionName[])[];
  /** True if there are more schedules, or longer ones, than `npm test` has time for. It runs chosen ones. */
  readonly isLarge?: boolean;
  /** True if `npm test` has no time for it. Others show the same locks. It runs with SCHEDULES or SCHEDULE. */
  readonly isNightly?: boolean;
}

export const titleOf = ({ actors }: Meeting): string => actors.join(' × ');

/** A schedule that ran, and the state it left. */
export interface Ended extends Ran {
  readonly changes: readonly string[];
  /** The reasons for which the schedule is wrong by itself, such as an error or a finding of the audit. */
  readonly faults: readonly string[];
}

export interface Explorer {
  readonly run: (meeting: Meeting, choose: Choose) => Promise<Ended>;
  /** Runs actions one after the other. The outcomes are those of the actors. */
  readonly runInTurn: (meeting: Meeting, actions: readonly ActionName[]) => Promise<Ended>;
}

const LETTERS = ['a', 'b', 'c'];

/** Opens a database with a company, and runs schedules on it. `isBlanking` takes locking clauses out of statements. */
export async function openExplorer(isBlanking = false): Promise<Explorer | undefined> {
  const url = await freshDatabase();
  if (url === '') return undefined;
  const direct = closeLater(connectDatabase(url));
  await migrate(direct.knex);
  // A deadlock is looked for as soon as somebody waits, so that its victim is the same at each replay.
  await direct.knex.raw(`alter database "${new URL(url).pathname.slice(1)}" set deadlock_timeout = '1ms'`);
  const around = surroundings();
  const company = await busyCompany(engineOn(direct, around.clock), around);
  for (const attempt of company.attempts) around.gateway.pay(attempt);

  const aside = new pg.Client({ connectionString: url });
  await aside.connect();
  closeLater({ close: () => aside.end() });
  const keeper = await stateKeeper(aside);
  const given = await keeper.read();
  await keeper.restore(given, given);

  const { tell, wait } = news();
  const reach = await reachOf(aside);
  const seats = await Promise.all(
    LETTERS.map(async (letter) => {
      const proxy = await holdingProxy(url, { onChange: tell, isBlanking, reach });
      const database = closeLater(connectDatabase(proxy.url, { poolSize: 5 }));
      return { letter, proxy, on: useCasesOn(engineOn(database, around.clock), company) };
    }),
  );

  /** Audited states. The audit says the same of the same rows. */
  const audited = new Map<string, readonly string[]>();
  const audit = runAudit({ gateways: KNOWN, clock: around.clock, calendar, auditReader: engineOn(direct).auditReader });
  const findingsOf = async (state: DatabaseState): Promise<readonly string[]> => {
    const key = `${around.clock()} ${keyOf(given, state)}`;
    const known = audited.get(key);
    if (known) return known;
    const findings = (await audit()).findings.map(({ invariant, row, says }) => `${invariant}: ${row}: ${says}`);
    audited.set(key, findings);
    return findings;
  };

  /** Runs actors, sweeps, and puts everything back. */
  async function ended({ minutes = 0, isSwept = false }: Meeting, runActors: () => Promise<Ran>): Promise<Ended> {
    const now = minutesAfter(START, minutes);
    around.clock.set(now);
    const ran = await runActors();
    around.clock.set(now);
    if (isSwept) await seats[0]!.on.paying.expire();
    const state = await keeper.read();
    const faults = ran.outcomes.filter((outcome) => outcome.startsWith(ERROR));
    faults.push(...(await findingsOf(state)));
    await keeper.restore(given, state);
    return { ...ran, changes: changesOf(given, state), faults };
  }

  const actorOf = (name: ActionName, index: number): Actor => {
    const { on, letter, proxy } = seats[index]!;
    return { letter, proxy, act: () => outcomeOf(ACTIONS[name](on, company)) };
  };
  return {
    run: (meeting, choose) =>
      ended(meeting, () => runSchedule(meeting.actors.map(actorOf), { tell, wait }, aside, choose)),
    runInTurn: (meeting, actions) =>
      ended(meeting, async () => {
        const outcomes = meeting.actors.map(() => '');
        for (const name of actions) {
          const index = meeting.actors.findIndex((actor, place) => actor === name && outcomes[place] === '');
          const outcome = await actorOf(name, Math.max(index, 0)).act();
          if (index >= 0) outcomes[index] = outcome;
        }
        return { schedule: actions.join(', '), able: [], outcomes };
      }),
  };
}

const ERROR = 'ERROR';

/** An outcome as a text: `done`, the text that the action returned, the code of a refusal, or an error. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    const result = await work;
    return typeof result === 'string' ? result : 'done';
  } catch (error) {
    if (error instanceof Refusal && error.code !== databaseUnavailable.code) return error.code;
    const reason = error instanceof Refusal ? error.cause : error;
    return `${ERROR} ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`;
  }
}

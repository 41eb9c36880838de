/** A line that keeps an outage from doing harm, and the test that fails without it. */
export interface Cure {
  readonly against: string;
  readonly file: string;
  /** The text of the cure, which stands in the file once. */
  readonly cure: string;
  /** The text that takes the cure out. */
  readonly without: string;
  readonly test: string;
}

export const CURES: readonly Cure[] = [
  {
    against: 'a lost connection that is answered 500 in a failover',
    file: 'adapters/knex/engine/errors.ts',
    cure: 'isConnectionLost(error) || isInTrouble(error) || isOverloaded(error)',
    without: 'isInTrouble(error) || isOverloaded(error)',
    test: 'test/journeys/failover.test.ts',
  },
  {
    against: 'a failover to a lagging standby that nobody is told of',
    file: 'app/start.ts',
    cure: 'if (relays) await warnOfLoss(',
    without: 'if (!relays) await warnOfLoss(',
    test: 'test/journeys/lagging-standby.test.ts',
  },
  {
    against: 'writes that wait for a synchronous standby that is down',
    file: 'adapters/knex/engine/connect.ts',
    cure: 'COMMIT_LIMIT_MS = 4_500',
    without: 'COMMIT_LIMIT_MS = Infinity',
    test: 'test/journeys/stuck-standby.test.ts',
  },
  {
    against: 'a Postgres in trouble that is answered 500',
    file: 'adapters/knex/engine/errors.ts',
    cure: 'TROUBLED = /^(08|53|57P|58)/',
    without: 'TROUBLED = /^never/',
    test: 'test/adapters/knex/database-in-trouble.test.ts',
  },
  {
    against: 'a SQLite in trouble that is answered 500',
    file: 'adapters/knex/engine/errors.ts',
    cure: 'SQLITE_TROUBLED = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/',
    without: 'SQLITE_TROUBLED = /^never/',
    test: 'test/adapters/knex/database-in-trouble.test.ts',
  },
  {
    against: 'a start that waits without a word',
    file: 'app/wait-for-database.ts',
    cure: '[SILENT_MS, SAID_EVERY_MS] = [5_000, 60_000]',
    without: '[SILENT_MS, SAID_EVERY_MS] = [50_000, 60_000]',
    test: 'test/app/wait-for-database.test.ts',
  },
  {
    against: 'a start that gives up at once',
    file: 'app/wait-for-database.ts',
    cure: 'if (!isOutage(outcome)) throw outcome;',
    without: 'throw outcome;',
    test: 'test/app/wait-for-database.test.ts',
  },
  {
    against: 'a name that does not resolve and takes the threads of the database',
    file: 'adapters/names/resolve-names.ts',
    cure: 'if (withinMs <= 0) return [];',
    without: 'if (withinMs >= 0) return [];',
    test: 'test/app/hanging-names.test.ts',
  },
  {
    against: 'jobs that stand still after the clock is set back',
    file: 'app/scheduler.ts',
    cure: 'Math.min(Math.max(due - Date.now(), 0), LONGEST_WAIT_MS)',
    without: 'Math.max(due - Date.now(), 0)',
    test: 'test/app/scheduler.test.ts',
  },
  {
    against: 'a process that sells although its clock is wrong',
    file: 'app/heartbeat.ts',
    cure: 'Math.abs(offsetMs) > OFFSET_TO_STOP_MS',
    without: 'offsetMs > OFFSET_TO_STOP_MS',
    test: 'test/app/heartbeat.test.ts',
  },
  {
    against: 'a mail that a silent server does not take in time, and that is lost',
    file: 'core/platform/send-promptly.ts',
    cure: 'if (!(await endsSoon(sending))) return follow(mail, sending);',
    without: 'if (!(await endsSoon(sending))) return;',
    test: 'test/core/platform/send-promptly.test.ts',
  },
  {
    against: 'a process that counts as ready while no commit gets through',
    file: 'app/heartbeat.ts',
    cure: 'STALE_MS = 10_000',
    without: 'STALE_MS = Infinity',
    test: 'test/app/heartbeat.test.ts',
  },
  {
    against: 'an upload on a full disk that is answered 500',
    file: 'adapters/files/write-whole.ts',
    cure: "new Set(['ENOSPC', 'EDQUOT'])",
    without: 'new Set()',
    test: 'test/adapters/files/write-whole.test.ts',
  },
  {
    against: 'boarding marks that contradict their booking, and that the check does not find',
    file: 'core/audit/invariants.ts',
    cure: 'boardingFaults(booking, now).map(',
    without: 'boardingFaults(booking, now).slice(0, 0).map(',
    test: 'test/contracts/audit/corrupted-boardings.contract.ts',
  },
];

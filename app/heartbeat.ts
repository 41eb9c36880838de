import { setTimeout as pause } from 'node:timers/promises';
import type { Room } from '../adapters/files/room.ts';
import { isReadOnly } from '../adapters/knex/engine/errors.ts';
import type { Beat } from '../core/platform/beat.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly beat: Beat;
  /** Throws if the database does not answer. */
  readonly ping: () => Promise<void>;
  /** The number of commits of this service that wait for a standby to confirm them. */
  readonly commitsAtStandby: () => Promise<number>;
  readonly room: Pick<Room, 'takesFiles'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** False for a service that does nothing by itself, as in tests. Readiness then only asks for an answer. */
  readonly beats: boolean;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed?: () => number;
}

/** The reason for which a process cannot sell. */
export interface Unreadiness {
  /** `down`: no answer. `read-only`: the server is a standby. `stuck`: it answers, but confirms no commit. */
  readonly database?: 'down' | 'read-only' | 'stuck';
  readonly disk?: 'full';
  readonly clock?: 'wrong';
}

export interface Heartbeat {
  /** Why the process cannot sell now. Empty if it can. */
  readonly unreadiness: () => Promise<Unreadiness>;
  /** Seconds since the last commit of this process. */
  readonly commitAge: () => number;
  /** Seconds by which the clock of this process is ahead of the database's. NaN before the first commit. */
  readonly clockOffset: () => number;
  readonly stop: () => Promise<void>;
}

const EVERY_MS = 5_000;
/** Milliseconds after which a process whose commits, or whose files, do not get through counts as not ready. */
const STALE_MS = 10_000;
/** Milliseconds of difference between the clocks that are logged, and that end the readiness. */
const [OFFSET_TO_WARN_MS, OFFSET_TO_STOP_MS] = [5_000, 60_000];
const WARN_EVERY_MS = 60_000;
/** Milliseconds for which a stop waits for the disk. */
const STOP_MS = 1_000;

/**
 * Commits a row every five seconds, and writes a small file. Only a commit shows that the service can sell: a standby,
 * or a primary whose standby is gone, goes on to answer reads.
 */
export function startHeartbeat({
  beat,
  ping,
  commitsAtStandby,
  room,
  log,
  beats,
  elapsed = () => performance.now(),
}: Needs): Heartbeat {
  let committedAt = elapsed();
  let fault: unknown;
  let offsetMs = Number.NaN;
  let takesFiles = true;
  let writtenAt = committedAt;
  let warnedAt = -Infinity;
  let isStuckLogged = false;

  const warnOfClock = (): void => {
    if (Math.abs(offsetMs) <= OFFSET_TO_WARN_MS || elapsed() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = elapsed();
    log.warn(
      { seconds: offsetMs / 1_000 },
      'the clock of this machine differs from that of the database: holds, deadlines and tickets go by it',
    );
  };

  const commit = async (): Promise<void> => {
    const startedAt = elapsed();
    try {
      offsetMs = await beat();
      committedAt = startedAt;
      fault = undefined;
      if (isStuckLogged) log.info('commits get through again');
      isStuckLogged = false;
      warnOfClock();
    } catch (error) {
      fault = error;
    }
  };

  const probe = async (): Promise<void> => {
    const startedAt = elapsed();
    takesFiles = await room.takesFiles();
    writtenAt = startedAt;
  };
  /** True also if the disk has not answered for long, as one that dies, or one behind a broken network. */
  const isDiskFull = (): boolean => !takesFiles || (beats && elapsed() - writtenAt > STALE_MS);

  const isStale = (): boolean => beats && elapsed() - committedAt > STALE_MS;
  const stateWithoutPing = (): 'read-only' | 'stuck' | undefined =>
    isStale() ? (isReadOnly(fault) ? 'read-only' : 'stuck') : undefined;

  async function logStuck(): Promise<void> {
    if (isStuckLogged || stateWithoutPing() !== 'stuck') return;
    const waiting = await commitsAtStandby().catch(() => undefined);
    if (waiting === undefined) return;
    isStuckLogged = true;
    log.warn(
      { waiting },
      waiting > 0
        ? 'the database confirms no commit: it waits for its synchronous standby (SyncRep), which may be down'
        : 'the database confirms no commit, although it answers',
    );
  }

  let beating: Promise<void> | undefined;
  let probing: Promise<void> | undefined;
  const tick = (): void => {
    beating ??= commit().finally(() => (beating = undefined));
    probing ??= probe().finally(() => (probing = undefined));
    void logStuck();
  };
  if (beats) tick();
  const timer = beats ? setInterval(tick, EVERY_MS).unref() : undefined;

  return {
    unreadiness: async () => {
      const answers = await ping().then(
        () => true,
        () => false,
      );
      const database = answers ? stateWithoutPing() : 'down';
      return {
        ...(database && { database }),
        ...(isDiskFull() && { disk: 'full' }),
        ...(Math.abs(offsetMs) > OFFSET_TO_STOP_MS && { clock: 'wrong' }),
      };
    },
    commitAge: () => (elapsed() - committedAt) / 1_000,
    clockOffset: () => offsetMs / 1_000,
    stop: async () => {
      clearInterval(timer);
      // The small file must not stay behind. A disk or a commit that hangs is not waited for.
      await Promise.race([probing, pause(STOP_MS, undefined, { ref: false })]);
    },
  };
}

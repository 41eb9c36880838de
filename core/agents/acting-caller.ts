import type { AccountViews } from '../accounts/ports.ts';
import type { CrewDeviceViews } from '../boarding/device-ports.ts';
import type { UserId } from '../kernel/ids.ts';
import type { AgentKeyViews } from './ports.ts';

/** The views that a transaction reads to judge a caller. */
export interface CallerViews {
  readonly accounts: Pick<AccountViews, 'authState'>;
  readonly crewDeviceViews: Pick<CrewDeviceViews, 'find'>;
  readonly agentKeyViews: Pick<AgentKeyViews, 'find'>;
}

/** The caller of a request that changes something. Every transaction of the request judges the caller again. */
export interface ActingCaller {
  /** The caller's account; undefined for a device and for an agent's key. */
  readonly userId: UserId | undefined;
  /** Throws if the caller may no longer make the request. Sends one statement. */
  readonly judge: (views: CallerViews) => Promise<void>;
}

/** Runs a request's work. Every transaction that the work begins judges the caller again. */
export type ActAs = <Result>(caller: ActingCaller, work: () => Promise<Result>) => Promise<Result>;

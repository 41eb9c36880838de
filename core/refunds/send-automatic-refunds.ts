import type { RefundId } from '../kernel/ids.ts';
import type { AttemptRefund } from './attempt-refund.ts';
import type { RefundWorld } from './world.ts';

/** The highest number of attempts that run at once for one gateway. */
const AT_ONCE = 10;

/** One round of the job that sends automatic refunds. */
export interface RefundRound {
  /** The number of refunds that the round began to attempt. */
  readonly begun: number;
  /** Resolves when all attempts of the round have ended. Rejects at the end if any attempt threw. */
  readonly done: Promise<void>;
}

export type SendAutomaticRefunds = ReturnType<typeof sendAutomaticRefunds>;

/**
 * Begins an attempt for each automatic refund that is due. A gateway that hangs delays neither other gateways nor the
 * next round. A round begins no refund that this process is still attempting.
 */
export const sendAutomaticRefunds = ({
  clock,
  gateways,
  refundsToAttempt,
  attemptRefund,
}: RefundWorld & { readonly attemptRefund: AttemptRefund }) => {
  const underWay = new Map<string, Set<RefundId>>();

  const attempt = async (id: RefundId, running: Set<RefundId>): Promise<void> => {
    running.add(id);
    try {
      await attemptRefund(id);
    } finally {
      running.delete(id);
    }
  };

  const beginAt = async (gateway: string): Promise<readonly Promise<void>[]> => {
    const running = underWay.get(gateway) ?? new Set();
    underWay.set(gateway, running);
    const free = AT_ONCE - running.size;
    if (free <= 0) return [];
    const due = await refundsToAttempt(gateway, clock(), AT_ONCE);
    const fresh = due.filter((id) => !running.has(id)).slice(0, free);
    return fresh.map((id) => attempt(id, running));
  };

  return async (): Promise<RefundRound> => {
    const names = gateways.known.map(({ name }) => name).filter((name) => gateways.of(name)?.refund);
    const attempts = (await Promise.all(names.map(beginAt))).flat();
    return { begun: attempts.length, done: ended(attempts) };
  };
};

async function ended(attempts: readonly Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(attempts)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${attempts.length} refunds could not be attempted.`);
}

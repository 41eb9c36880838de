import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import { npr, toRupees } from '../kernel/money.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import { settlement } from './entries.ts';
import type { Ledger, NewSettlement, Settlement, SettlementRepo } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{
    readonly settlements: SettlementRepo;
    readonly ledger: Ledger;
    readonly trail: Trail;
    readonly idempotency: Idempotency;
  }>;
}

export type AddSettlement = ReturnType<typeof addSettlement>;

/** Records that a gateway has transferred what it held, less a fee. */
export const addSettlement =
  ({ clock, transact }: Needs) =>
  async (admin: UserId, given: NewSettlement, keep?: KeepResult<Settlement>): Promise<Settlement> =>
    transact(async (stores) => {
      const at = clock();
      const id = await stores.settlements.add(given, at);
      const { amount, fee, reference } = given;
      await stores.ledger.record(settlement(amount, fee), at);
      await stores.trail.add(
        {
          kind: 'SETTLEMENT_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'settlement', id },
          changes: changesBetween({}, { amount: toRupees(amount), fee: toRupees(fee), reference }),
          description: `The gateway has transferred ${npr(amount)} and kept ${npr(fee)}.`,
          amount,
        },
        at,
      );
      const added = { ...given, id, at };
      await keep?.(added, stores);
      return added;
    });

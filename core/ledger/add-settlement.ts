import type { KeepResult } from '../platform/idempotency.ts';
import type { UserId } from '../kernel/ids.ts';
import { npr, plus, toRupees } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import { settlement } from './entries.ts';
import { settlementExceeds, settlementKnown } from './refusals.ts';
import type { NewSettlement, Settlement } from './ports.ts';
import type { LedgerWorld } from './world.ts';

export type AddSettlement = ReturnType<typeof addSettlement>;

/**
 * Records that a gateway transferred money to the platform's bank, and the fee that the gateway kept. Settlements of
 * one gateway run one after another. Only a forced settlement may exceed the money that the gateway holds.
 */
export const addSettlement =
  ({ clock, transact }: LedgerWorld) =>
  async (admin: UserId, given: NewSettlement, keep?: KeepResult<Settlement>): Promise<Settlement> =>
    transact(async (stores) => {
      await stores.settlements.lock(given.gateway);
      const at = clock();
      const id = await stores.settlements.add(given, at);
      if (id === undefined) throw settlementKnown();
      const { gateway, amount, fee, reference, forced } = given;
      const held = await stores.ledger.heldBy(gateway);
      if (!forced && plus(amount, fee) > held) throw settlementExceeds(held);
      await stores.ledger.record(settlement(amount, fee, gateway), at);
      await stores.trail.add(
        {
          kind: 'SETTLEMENT_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: null,
          subject: { type: 'settlement', id },
          changes: changesBetween(
            {},
            { gateway, amount: toRupees(amount), fee: toRupees(fee), reference, ...(forced && { forced }) },
          ),
          description: `${gateway} has transferred ${npr(amount)} and kept ${npr(fee)}.`,
          amount,
        },
        at,
      );
      const added = { ...given, id, at };
      await keep?.(added, stores);
      return added;
    });

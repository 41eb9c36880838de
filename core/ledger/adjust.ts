import { companyUnknown } from '../companies/refusals.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { AdjustmentId, UserId } from '../kernel/ids.ts';
import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import type {
  AdjustableAccount,
  Adjustment,
  AdjustmentRecord,
  AdjustmentStatus,
  NewAdjustment,
} from './corrections.ts';
import { changesBetween, type TrailEntry } from '../platform/trail.ts';
import { npr, toRupees } from '../kernel/money.ts';
import { adjusted } from './entries.ts';
import { adjustmentDecided, adjustmentUnknown, needsSecondPerson, noSuchAgent } from './refusals.ts';
import type { LedgerStores, LedgerWorld } from './world.ts';

export type WantedAdjustment = Omit<NewAdjustment, 'proposedBy'>;

export type ProposeAdjustment = ReturnType<typeof proposeAdjustment>;

/** Proposes a correction of the ledger. The ledger changes only when another administrator confirms the correction. */
export const proposeAdjustment =
  ({ clock, transact }: LedgerWorld) =>
  async (admin: UserId, wanted: WantedAdjustment, keep?: KeepResult<AdjustmentRecord>): Promise<AdjustmentRecord> => {
    refuseFaults(faultsOf(wanted));
    const gateway = touches(wanted, 'GATEWAY') ? wanted.gateway : null;
    const agentId = touches(wanted, 'AGENT') ? (wanted.agentId ?? null) : null;
    return transact(async (stores) => {
      const { operatorId } = wanted;
      if (operatorId !== null && !(await stores.companies.share(operatorId))) throw companyUnknown();
      if (agentId !== null && !(await stores.adjustments.knowsAgent(agentId))) throw noSuchAgent();
      const at = clock();
      const proposed = { ...wanted, gateway, agentId, proposedBy: admin };
      const id = await stores.adjustments.add(proposed, at);
      await stores.trail.add(adjustmentEntry({ ...proposed, id }, 'PROPOSED', admin), at);
      const added = await knownAdjustment(stores, id);
      await keep?.(added, stores);
      return added;
    });
  };

const touches = ({ debit, credit }: WantedAdjustment, account: AdjustableAccount): boolean =>
  debit === account || credit === account;

function faultsOf(wanted: WantedAdjustment): readonly Fault[] {
  const needsCompany = touches(wanted, 'OPERATOR') || touches(wanted, 'CASH');
  return [
    ...(wanted.debit === wanted.credit ? [{ field: 'credit', message: 'must be another account than debit' }] : []),
    ...(needsCompany && wanted.operatorId === null
      ? [{ field: 'operator_id', message: 'must name the company when OPERATOR or CASH is corrected' }]
      : []),
    ...(touches(wanted, 'AGENT') && (wanted.agentId ?? null) === null
      ? [{ field: 'agent_id', message: 'must name the agent when AGENT is corrected' }]
      : []),
    ...(touches(wanted, 'GATEWAY') && wanted.gateway === null
      ? [{ field: 'gateway', message: 'must name the gateway when GATEWAY is corrected' }]
      : []),
  ];
}

const KIND = {
  PROPOSED: 'ADJUSTMENT_PROPOSED',
  CONFIRMED: 'ADJUSTMENT_CONFIRMED',
  REJECTED: 'ADJUSTMENT_REJECTED',
} as const;
const VERB = { PROPOSED: 'Proposes', CONFIRMED: 'Confirms', REJECTED: 'Rejects' } as const;

type About = Pick<Adjustment, 'id' | 'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway' | 'reason'> &
  Pick<NewAdjustment, 'agentId'>;

/** The activity log's entry for an adjustment's new status. */
function adjustmentEntry(about: About, status: AdjustmentStatus, by: UserId): TrailEntry {
  const { id, debit, credit, amount, operatorId, gateway, agentId, reason } = about;
  const given = {
    debit,
    credit,
    amount: toRupees(amount),
    operator_id: operatorId,
    gateway,
    agent_id: agentId ?? null,
  };
  return {
    kind: KIND[status],
    actor: { role: 'ADMIN', userId: by },
    operatorId,
    subject: { type: 'adjustment', id },
    changes:
      status === 'PROPOSED'
        ? changesBetween({}, { status, ...given })
        : changesBetween({ status: 'PROPOSED' }, { status }),
    description: `${VERB[status]} a correction of ${npr(amount)} from ${credit} to ${debit}. Reason: ${reason}`,
    amount,
  };
}

export type DecideAdjustment = ReturnType<typeof decideAdjustment>;

/**
 * Confirms or rejects a proposed adjustment. Confirming writes the ledger row, and needs an administrator other than
 * the proposer. Only one of two simultaneous decisions succeeds.
 */
export const decideAdjustment =
  ({ clock, transact }: LedgerWorld) =>
  async (
    admin: UserId,
    id: AdjustmentId,
    decision: 'CONFIRMED' | 'REJECTED',
    keep?: KeepResult<AdjustmentRecord>,
  ): Promise<AdjustmentRecord> =>
    transact(async (stores) => {
      const adjustment = await stores.adjustments.get(id);
      if (!adjustment) throw adjustmentUnknown();
      if (adjustment.status !== 'PROPOSED') throw adjustmentDecided(adjustment.status);
      if (decision === 'CONFIRMED' && adjustment.proposedBy === admin) throw needsSecondPerson();

      const at = clock();
      if (!(await stores.adjustments.decide(id, decision, admin, at))) {
        const { status } = await knownAdjustment(stores, id);
        throw adjustmentDecided(status);
      }
      if (decision === 'CONFIRMED') await stores.ledger.record(adjusted(adjustment), at);
      await stores.trail.add(adjustmentEntry(adjustment, decision, admin), at);
      const decided = await knownAdjustment(stores, id);
      await keep?.(decided, stores);
      return decided;
    });

/** Finds an adjustment, or throws ADJUSTMENT_UNKNOWN. */
async function knownAdjustment(
  { adjustmentRecords }: Pick<LedgerStores, 'adjustmentRecords'>,
  id: AdjustmentId,
): Promise<AdjustmentRecord> {
  const adjustment = await adjustmentRecords.find(id);
  if (!adjustment) throw adjustmentUnknown();
  return adjustment;
}

export type ViewAdjustment = ReturnType<typeof viewAdjustment>;

export const viewAdjustment =
  (needs: LedgerWorld) =>
  (id: AdjustmentId): Promise<AdjustmentRecord> =>
    knownAdjustment(needs, id);

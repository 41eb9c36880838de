import { tellOwners } from '../companies/tell-owners.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { ApprovalStatus, KeptBus } from './bus.ts';
import { changesOfBus } from './bus-trail.ts';
import { busChanged, busReviewed, busUnknown, registrationNoTaken } from './refusals.ts';
import { type ShownBus, showBus } from './view-buses.ts';
import type { BusId, UserId } from '../kernel/ids.ts';
import type { TrailEntry } from '../platform/trail.ts';
import type { FleetWorld } from './world.ts';

interface Verdict {
  readonly status: 'APPROVED' | 'REJECTED';
  /** The approval statuses from which this decision is possible. */
  readonly from: readonly ApprovalStatus[];
  readonly reason: string | null;
  /**
   * The revision of the bus that the administrator has seen. If undefined, later changes of the bus are not checked.
   */
  readonly revision: number | undefined;
}

type Keep = KeepResult<ShownBus>;

export type ApproveBus = ReturnType<typeof approveBus>;

/**
 * Approves a bus. The bus may carry passengers once its documents are valid, too. Two buses with the same registration
 * number cannot both be approved. Afterwards the company no longer counts as new.
 */
export const approveBus =
  (needs: FleetWorld) =>
  (admin: UserId, id: BusId, revision: number | undefined, keep?: Keep): Promise<ShownBus> =>
    review(needs, { admin, id }, { status: 'APPROVED', from: ['PENDING'], reason: null, revision }, keep);

export type RejectBus = ReturnType<typeof rejectBus>;

/** Rejects a bus, which then may not carry passengers. Its trips keep their bookings. */
export const rejectBus =
  (needs: FleetWorld) =>
  (
    admin: UserId,
    id: BusId,
    { reason, revision }: { readonly reason: string; readonly revision: number | undefined },
    keep?: Keep,
  ): Promise<ShownBus> =>
    review(needs, { admin, id }, { status: 'REJECTED', from: ['PENDING', 'APPROVED'], reason, revision }, keep);

async function review(
  world: FleetWorld,
  { admin, id }: { readonly admin: UserId; readonly id: BusId },
  { status, from, reason, revision }: Verdict,
  keep?: Keep,
): Promise<ShownBus> {
  const { clock, transact } = world;
  return transact(async (stores) => {
    const { buses, fleetViews, trail, events, usage } = stores;
    const bus = await buses.lock(id);
    if (!bus) throw busUnknown();
    if (!from.includes(bus.approvalStatus)) throw busReviewed(bus.approvalStatus);
    if (revision !== undefined && revision !== bus.revision) throw busChanged();

    const now = clock();
    const after: KeptBus = {
      ...bus,
      approvalStatus: status,
      rejectionReason: reason,
      waitingSince: null,
      revision: bus.revision + 1,
      changedInOffice: true,
    };
    if ((await buses.update(after)) === 'registered') throw registrationNoTaken();
    if (status === 'APPROVED') await usage.recordApproval([bus.operatorId]);
    await trail.add(entryOf(admin, bus, after), now);
    const { operatorId, registrationNo, name: busName } = bus;
    await events.record(
      { type: 'bus reviewed', operatorId, busId: id, registrationNo, approvalStatus: status, reason },
      now,
    );
    const isApproved = status === 'APPROVED';
    await tellOwners(
      stores,
      operatorId,
      (owner) => ({ kind: 'bus-reviewed', ...owner, busName, registrationNo, isApproved, reason }),
      now,
    );
    const found = await fleetViews.find(id);
    if (!found) throw new Error(`Bus ${id} is not there any more.`);
    const reviewed = showBus(world)(found);
    await keep?.(reviewed, stores);
    return reviewed;
  });
}

function entryOf(admin: UserId, before: KeptBus, after: KeptBus): TrailEntry {
  const { id, operatorId, name, registrationNo, rejectionReason: reason } = after;
  return {
    kind: reason === null ? 'BUS_APPROVED' : 'BUS_REJECTED',
    actor: { role: 'ADMIN', userId: admin },
    operatorId,
    subject: { type: 'bus', id },
    changes: changesOfBus(before, after),
    description:
      reason === null ? `Approved ${name}, ${registrationNo}.` : `Rejected ${name}, ${registrationNo}: ${reason}`,
  };
}

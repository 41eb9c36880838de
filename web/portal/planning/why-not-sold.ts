import type { Schemas } from '../../api/operations.ts';

type Bus = Pick<Schemas['Bus'], 'approval_status' | 'status' | 'papers'>;

/** The reason why no trip with this bus is on sale yet, as trips name it; null if the bus prevents no sale. */
export function whyNotSold(bus: Bus): 'BUS_NOT_APPROVED' | 'BUS_INACTIVE' | 'PAPERS_MISSING' | null {
  if (bus.approval_status !== 'APPROVED') return 'BUS_NOT_APPROVED';
  if (bus.status === 'INACTIVE') return 'BUS_INACTIVE';
  return bus.papers.complete ? null : 'PAPERS_MISSING';
}

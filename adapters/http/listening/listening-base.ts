import type { ActingOwner } from '../../../core/listening/keep-webhooks.ts';
import type { Access, CallerOf } from '../route/access.ts';

/** One kind of owner: the beginning of its paths, who may call them, and the owner for whom a caller acts. */
export interface ListeningBase<Allowed extends Access> {
  readonly base: string;
  /** The word in the names of operations: `addOperatorWebhook`. */
  readonly name: string;
  /** The owner in the summaries of operations: `your company`. */
  readonly whose: string;
  readonly access: Allowed;
  readonly actingFor: (caller: CallerOf<Allowed>) => ActingOwner;
}

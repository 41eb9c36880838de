import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { Sent } from '../../parts/send-until-answered.ts';
import type { Section } from '../parts/trip/section.ts';
import { forgetForm, keepForm, keptForm } from '../parts/kept-form.ts';
import { session } from '../session.ts';
import { type SaleDraft, type saleOf, emptySale, isEmptySale } from './sale-draft.ts';

export type SaleBody = ReturnType<typeof saleOf>;

interface KeptSale {
  readonly draft: SaleDraft;
  readonly chosen: readonly string[];
  readonly places: string;
  readonly section?: Section | null;
  readonly sent: Sent<SaleBody> | null;
}

/** A sale at the counter that the service has not confirmed yet. The sale survives a reload, and signing in again. */
export interface Sale {
  readonly draft: Signal<SaleDraft>;
  /** Numbers of the chosen seats, in the order of their choice. */
  readonly chosen: Signal<readonly string[]>;
  /** The typed number of places, on a bus without a seat map. */
  readonly places: Signal<string>;
  /** The section of the trip to sell (from one stop to a later one); null for the whole trip. */
  readonly section: Signal<Section | null>;
  /** The sent request to sell, while it has no answer. Null otherwise. */
  readonly sent: ReadonlySignal<Sent<SaleBody> | null>;
  readonly keepSent: (sent: Sent<SaleBody> | null) => void;
  /** True if the page found an unfinished sale from before a reload or a sign-in. */
  readonly isResumed: boolean;
}

export function useSale(trip: number): Sale {
  const form = `sale-${trip}`;
  const owner = session.user.peek()?.id;
  const kept = keptForm<KeptSale>(form, owner);
  const draft = useSignal(kept?.draft ?? emptySale());
  const chosen = useSignal(kept?.chosen ?? []);
  const places = useSignal(kept?.places ?? '1');
  const section = useSignal(kept?.section ?? null);
  const sent = useSignal(kept?.sent ?? null);
  const isResumed = useSignal(kept !== undefined && !(isEmptySale(kept.draft) && kept.sent === null));
  const keep = (): void => {
    const sale: KeptSale = {
      draft: draft.value,
      chosen: chosen.value,
      places: places.value,
      section: section.value,
      sent: sent.value,
    };
    if (isEmptySale(sale.draft) && sale.chosen.length === 0 && sale.sent === null) forgetForm(form, owner);
    else keepForm(form, owner, sale, session.user.peek()?.id !== owner);
  };
  useSignalEffect(keep);
  const keepSent = (request: KeptSale['sent']): void => {
    sent.value = request;
    // Stores the sale here, too. The effect above does not run if the end of the session has removed the page.
    keep();
  };
  return { draft, chosen, places, section, sent, keepSent, isResumed: isResumed.peek() };
}

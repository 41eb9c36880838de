import { useRoute } from 'preact-iso/router';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { type Paging, Paged, usePaged } from '../parts/paged.tsx';
import { Select } from '../../parts/select.tsx';
import { isOneOf } from '../parts/options.tsx';
import type { Filters } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type Adjustment, AdjustmentCard } from './adjustment.tsx';

/** The status filter of corrections. Without a chosen status, lists only proposed corrections. */
const statusIn = ({ corrections: chosen = '' }: Filters): { readonly status?: Adjustment['status'] } => {
  if (chosen === 'all') return {};
  return { status: isOneOf(w.value.admin.corrections.statuses, chosen) ? chosen : 'PROPOSED' };
};

/** The corrections that match the filters in the address, newest first. */
export function useAdjustments(filters: Filters): Paging<Adjustment> {
  const query = statusIn(filters);
  return usePaged(query, (options) => api.get('/api/admin/adjustments', options));
}

/** The page of a correction, to which ledger rows link. */
export function AdjustmentPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/admin/adjustments/{id}', { path: { id }, signal }), [id]);
  return (
    <>
      <PageTitle>{w.value.admin.money.kinds.ADJUSTMENT}</PageTitle>
      <Asked of={asked}>
        {(adjustment) => (
          <ul class="plain-list card">
            <AdjustmentCard of={adjustment} onDecided={() => void asked.again()} />
          </ul>
        )}
      </Asked>
    </>
  );
}

/** Lists corrections of the ledger. Without a filter, lists the corrections that wait for confirmation. */
export function Adjustments({
  of,
  filters,
  change,
  onDecided,
}: {
  readonly of: Paging<Adjustment>;
  readonly filters: Filters;
  readonly change: (changes: Filters) => void;
  readonly onDecided: () => void;
}) {
  const words = w.value.admin.corrections;
  const { status = 'all' } = statusIn(filters);
  const { PROPOSED: waiting, ...decided } = words.statuses;
  return (
    <section class="card" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p class="faint">{words.text}</p>
      <div class="filters">
        <Select
          label={words.show}
          value={status === 'PROPOSED' ? '' : status}
          onValue={(corrections) => change({ corrections })}
        >
          <option value="">{waiting}</option>
          {Object.entries(decided).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
          <option value="all">{words.all}</option>
        </Select>
      </div>
      <Paged of={of} empty={<p>{status === 'PROPOSED' ? words.noneWaits : words.none}</p>}>
        {(adjustments) => (
          <ul class="plain-list" aria-label={words.title}>
            {adjustments.map((adjustment) => (
              <AdjustmentCard key={adjustment.id} of={adjustment} onDecided={onDecided} />
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

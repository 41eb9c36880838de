import { useAsked } from '../../parts/asked.tsx';
import type { Filters } from './url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** Reads the company filter from the page's address. A company's page links to lists with this filter. */
export const companyIn = ({ operator_id: id }: Filters): { readonly operator_id?: number } =>
  /^[1-9]\d{0,8}$/.test(id ?? '') ? { operator_id: Number(id) } : {};

/** Says that a list is limited to one company, with a link to all companies. */
export function OnlyCompany({
  filters,
  change,
}: {
  readonly filters: Filters;
  readonly change: (changes: Filters) => void;
}) {
  const id = companyIn(filters).operator_id;
  return id === undefined ? null : <Only id={id} onAll={() => change({ operator_id: '' })} />;
}

function Only({ id, onAll }: { readonly id: number; readonly onAll: () => void }) {
  const asked = useAsked((signal) => api.get('/api/admin/operators/{id}', { path: { id }, signal }), [id]);
  const now = asked.state.value;
  const words = w.value.admin.common;
  return (
    <p class="notice row apart">
      <strong>{words.onlyOf(now.is === 'here' ? now.value.company_name : '…')}</strong>
      <button type="button" class="quiet" onClick={onAll}>
        {words.ofAll}
      </button>
    </p>
  );
}

import { DayField } from '../../parts/day-field.tsx';
import { w } from '../words.ts';
import type { Filters } from './url-state.ts';

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** Reads the first and the last day from the page's address, as the API expects them. Ignores invalid days. */
export const daysOf = ({ from, to }: Filters): { readonly from?: string; readonly to?: string } => ({
  ...(isDay(from) && { from }),
  ...(isDay(to) && !(isDay(from) && to < from) && { to }),
});

/** Two fields that limit a list to a range of days. */
export function DayFilters({
  filters,
  change,
  from = w.value.admin.common.from,
  to = w.value.admin.common.to,
  required = false,
}: {
  readonly filters: Filters;
  readonly change: (changes: Filters) => void;
  readonly from?: string;
  readonly to?: string;
  readonly required?: boolean;
}) {
  const days = daysOf(filters);
  return (
    <>
      <DayField label={from} required={required} value={days.from ?? ''} onValue={(day) => change({ from: day })} />
      <DayField
        label={to}
        required={required}
        min={days.from ?? ''}
        value={days.to ?? ''}
        onValue={(day) => change({ to: day })}
      />
    </>
  );
}

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useAsked } from '../../parts/asked.tsx';
import { type Option, Combobox } from '../../parts/combobox.tsx';
import { w as shared } from '../../words/shared.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

const MOST_SHOWN = 10;

/** The id of the chosen company. Null when the field is empty; undefined when the typed text matches no company. */
export type ChosenCompany = number | null | undefined;

/** A field to choose a company by typing some letters of its name. */
export function CompanyField({
  onValue,
  error,
  required = true,
}: {
  readonly onValue: (id: ChosenCompany) => void;
  readonly error?: string | undefined;
  readonly required?: boolean;
}) {
  const { common, corrections } = w.value.admin;
  const typed = useSignal('');
  const asked = useAsked(
    async (signal) => {
      const query = { limit: MOST_SHOWN, ...(typed.value.trim() && { q: typed.value.trim() }) };
      const { results } = await api.get('/api/admin/operators', { query, signal });
      return results.map(({ id, company_name }): Option => ({ value: String(id), text: company_name }));
    },
    [typed.value.trim()],
  );
  // Keeps showing the previous options while the next ones load.
  const options = useRef<readonly Option[]>([]);
  const now = asked.state.value;
  if (now.is === 'here') options.current = now.value;
  return (
    <Combobox
      label={required ? common.company : `${common.company} (${shared.value.optional})`}
      typed={typed.value}
      onTyped={(text) => {
        typed.value = text;
        const named = options.current.find((option) => option.text === text);
        onValue(text.trim() === '' ? null : named && Number(named.value));
      }}
      onTaken={(id) => {
        typed.value = options.current.find(({ value }) => value === id)?.text ?? '';
        onValue(Number(id));
      }}
      options={options.current}
      listLabel={corrections.companies}
      nothing={now.is === 'waiting' ? shared.value.loading : corrections.noCompany}
      error={error}
    />
  );
}

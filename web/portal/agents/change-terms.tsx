import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { CompanyField } from '../parts/company-field.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { TermsFields, termsIn } from './agent-terms.tsx';

type Agent = Schemas['Agent'];

/** The dialog that changes an agent's name, contact, commission and credit, and the companies that it sells for. */
export function ChangeTerms({
  agent,
  onClose,
  onChanged,
}: {
  readonly agent: Agent;
  readonly onClose: () => void;
  readonly onChanged: (agent: Agent) => void;
}) {
  const words = w.value.admin.agents;
  const { id, warn_below } = agent;
  const { typed, field } = useForm({
    name: agent.name,
    contact_email: agent.contact_email,
    contact_phone: agent.contact_phone ?? '',
    commission_rate: String(agent.commission_rate),
    credit_limit: String(agent.credit_limit),
    warn_below: warn_below === null ? '' : String(warn_below),
  });
  const operators = useSignal<readonly number[] | null>(agent.operators);
  const kept = useKeptFields(`agent-terms-${id}`, 'change', { typed, operators }, 'dialog');
  return (
    <QuestionForm
      title={words.changeTerms}
      yes={words.saveTerms}
      onClose={onClose}
      act={async (sending) => {
        const terms = termsIn(typed.value, sending);
        if (!terms) return;
        const body = { ...terms, operators: operators.value && [...operators.value] };
        const changed = await api.patch('/api/admin/agents/{id}', { path: { id }, body });
        kept.saved();
        toast(words.termsSaved(changed.name));
        onChanged(changed);
      }}
    >
      {({ errorOf }) => (
        <>
          <TermsFields field={field} errorOf={errorOf} />
          <Companies chosen={operators} error={errorOf('operators')} />
        </>
      )}
    </QuestionForm>
  );
}

/** The choice of the companies that the agent may sell for: all of them, or those that are named. */
function Companies({
  chosen,
  error,
}: {
  readonly chosen: Signal<readonly number[] | null>;
  readonly error: string | undefined;
}) {
  const words = w.value.admin.agents;
  const group = useId();
  const ids = chosen.value;
  return (
    <fieldset>
      <legend>{words.sellsFor}</legend>
      {([true, false] as const).map((isForAll) => (
        <label key={String(isForAll)} class="choice">
          <input
            type="radio"
            name={group}
            checked={(ids === null) === isForAll}
            onChange={() => (chosen.value = isForAll ? null : [])}
          />
          {isForAll ? words.everyCompany : words.onlyThese}
        </label>
      ))}
      {ids && (
        <>
          <Chosen ids={ids} onRemove={(id) => (chosen.value = ids.filter((one) => one !== id))} />
          <CompanyField
            key={ids.join()}
            required={false}
            error={error}
            onValue={(id) => {
              if (typeof id === 'number' && !ids.includes(id)) chosen.value = [...ids, id];
            }}
          />
        </>
      )}
    </fieldset>
  );
}

/** The chosen companies, each with a button that removes it. */
function Chosen({ ids, onRemove }: { readonly ids: readonly number[]; readonly onRemove: (id: number) => void }) {
  const words = w.value.admin.agents;
  const companies = useAsked(
    (signal) => Promise.all(ids.map((id) => api.get('/api/admin/operators/{id}', { path: { id }, signal }))),
    [ids.join()],
  );
  if (ids.length === 0) return <p class="faint">{words.noCompany}</p>;
  return (
    <Asked of={companies}>
      {(found) => (
        // Safari reads a list without bullets as a list only if it has this role.
        <ul class="plain-list" role="list" aria-label={words.sellsFor}>
          {found.map(({ id, company_name: name }) => (
            <li key={id} class="row apart">
              {name}
              <button type="button" aria-label={words.removeCompany(name)} onClick={() => onRemove(id)}>
                {words.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Asked>
  );
}

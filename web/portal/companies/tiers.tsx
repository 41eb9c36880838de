import { useSignal } from '@preact/signals';
import { digits, plainDigits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api, company, may } from '../session.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { w } from '../words.ts';

interface Rule {
  readonly hours: string;
  readonly fee: string;
}

const MOST_RULES = 10;
const FIRST: readonly Rule[] = [
  { hours: '24', fee: '10' },
  { hours: '6', fee: '50' },
];

const rulesOf = (): readonly Rule[] | null =>
  company.value?.cancellation_tiers?.map(({ hours, fee_percent }) => ({
    hours: String(hours),
    fee: String(fee_percent),
  })) ?? null;

/** The company's cancellation fees by the time before departure. All staff see them; owners may change them. */
export function CancellationTiers() {
  const words = w.value.company;
  return (
    <>
      <h3>{words.cancelling}</h3>
      <p class="faint">{words.cancellingText}</p>
      {may('OWNER') ? <TiersForm /> : <TiersShown rules={rulesOf()} />}
    </>
  );
}

function TiersShown({ rules }: { readonly rules: readonly Rule[] | null }) {
  const words = w.value.company;
  if (!rules) return <p>{words.platformRules}</p>;
  return (
    <ul>
      {rules.map(({ hours, fee }) => (
        <li key={hours}>{words.rule(digits(hours), digits(fee))}</li>
      ))}
      <li>{words.later}</li>
    </ul>
  );
}

function TiersForm() {
  const sending = useSending();
  const rules = useSignal(rulesOf());
  const kept = useKeptFields('cancellation-rules', rulesOf(), { rules });
  const words = w.value.company;

  const save = async (): Promise<void> => {
    const number = (typed: string): number => (typed.trim() === '' ? NaN : Number(plainDigits(typed)));
    const tiers = rules.value?.map(({ hours, fee }) => ({ hours: number(hours), fee_percent: number(fee) })) ?? null;
    company.value = await api.patch('/api/operator/company', { body: { cancellation_tiers: tiers } });
    rules.value = rulesOf();
    kept.saved();
    toast(words.saved);
  };
  const change = (at: number, changed: Partial<Rule>): void => {
    rules.value = rules.value?.map((rule, index) => (index === at ? { ...rule, ...changed } : rule)) ?? null;
  };

  return (
    <Form sending={sending} label={words.cancelling} onSend={save}>
      <Resumed kept={kept} />
      <fieldset>
        <legend class="sr-only">{words.cancelling}</legend>
        <label class="choice">
          <input type="radio" name="rules" checked={rules.value === null} onChange={() => (rules.value = null)} />
          {words.platformRules}
        </label>
        <label class="choice">
          <input
            type="radio"
            name="rules"
            checked={rules.value !== null}
            onChange={() => (rules.value = rulesOf() ?? FIRST)}
          />
          {words.ownRules}
        </label>
      </fieldset>
      {rules.value?.map(({ hours, fee }, at) => (
        <div key={at} class="rule" role="group" aria-label={words.ruleName(digits(at + 1))}>
          <Field
            label={words.hours}
            inputMode="decimal"
            value={hours}
            onValue={(value) => change(at, { hours: value })}
            error={sending.errorOf(`cancellation_tiers[${at}].hours`)}
          />
          <Field
            label={words.fee}
            inputMode="decimal"
            value={fee}
            onValue={(value) => change(at, { fee: value })}
            error={sending.errorOf(`cancellation_tiers[${at}].fee_percent`)}
          />
          <button
            type="button"
            class="quiet"
            aria-label={words.removeRule(digits(at + 1))}
            disabled={rules.value?.length === 1}
            onClick={() => (rules.value = rules.value?.filter((_, index) => index !== at) ?? null)}
          >
            ×
          </button>
        </div>
      ))}
      {rules.value && (
        <>
          <p class="faint">{words.later}</p>
          <p>
            <button
              type="button"
              class="quiet"
              disabled={rules.value.length >= MOST_RULES}
              onClick={() => (rules.value = [...(rules.value ?? []), { hours: '', fee: '' }])}
            >
              {words.addRule}
            </button>
          </p>
        </>
      )}
      <SendButton sending={sending}>{w.value.frame.save}</SendButton>
    </Form>
  );
}

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/use-form.ts';
import { numberIn } from '../parts/number-in.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { w } from '../words.ts';
import type { Key, KeyCalls, NewKey } from './key-calls.ts';

const SCOPES = ['read', 'sell', 'webhooks'] as const satisfies Key['scopes'];

/** The dialog that makes a key: its label, what programs may do with it, and how much they may sell in a day. */
export function NewKeyForm({
  add,
  onMade,
  onClose,
}: {
  readonly add: KeyCalls['add'];
  readonly onMade: (key: NewKey) => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value.agency.keys;
  const form = useForm({ label: '', daily_amount: '' });
  const scopes = useSignal<Key['scopes']>(['sell']);
  const id = useId();
  return (
    <QuestionForm
      title={words.newKey}
      yes={words.make}
      onClose={onClose}
      act={async (sending) => {
        const { label, daily_amount } = form.typed.value;
        const limit = daily_amount.trim() === '' ? null : numberIn(daily_amount);
        // JSON has no NaN: it would be sent as null, which means no limit.
        if (Number.isNaN(limit)) {
          sending.refuse('', { daily_amount: words.amountWrong });
          return;
        }
        if (scopes.value.length === 0) {
          sending.refuse(words.chooseScope);
          return;
        }
        await onMade(await add({ label, scopes: scopes.value, daily_amount: limit }));
      }}
    >
      {({ errorOf }) => (
        <>
          <Field label={words.label} hint={words.labelHint} maxLength={60} {...form.field('label', errorOf)} />
          <fieldset>
            <legend>{words.mayDo}</legend>
            {SCOPES.map((scope) => (
              <label key={scope} class="choice">
                <input
                  type="checkbox"
                  aria-describedby={`${id}-${scope}`}
                  checked={scopes.value.includes(scope)}
                  onChange={({ currentTarget: { checked } }) =>
                    (scopes.value = SCOPES.filter((one) => (one === scope ? checked : scopes.value.includes(one))))
                  }
                />
                {words.scopes[scope]}
              </label>
            ))}
            <ul class="hint">
              {SCOPES.map((scope) => (
                <li key={scope} id={`${id}-${scope}`}>
                  {words.scopes[scope]}: {words.scopeTexts[scope]}
                </li>
              ))}
            </ul>
          </fieldset>
          <Field
            label={words.dailyLimit}
            hint={words.dailyHint}
            required={false}
            inputMode="decimal"
            {...form.field('daily_amount', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}

/** Shows a new key, once: the service keeps only its hash. */
export const KeyShown = ({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }) => {
  const words = w.value.agency.keys;
  return (
    <ShownOnce
      title={words.madeTitle(made.label)}
      text={words.madeText}
      label={words.key}
      value={made.key}
      onClose={onClose}
    />
  );
};

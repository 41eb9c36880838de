import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { useForm } from '../../parts/use-form.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { w } from './webhooks-words.ts';
import type { NewWebhook, Webhook, webhookCalls } from './webhook-calls.ts';

type EventType = Exclude<Webhook['events'][number], '*'>;

/** Every type of event. The compiler names a type that is missing. */
const TYPES = Object.keys({
  'booking.confirmed': true,
  'booking.changed': true,
  'booking.cancelled': true,
  'booking.expired': true,
  'booking.completed': true,
  'refund.due': true,
  'refund.sent': true,
  'refund.paid': true,
  'refund.failed': true,
  'trip.created': true,
  'trip.cancelled': true,
  'trip.departed': true,
  'trip.restored': true,
  'trip.retimed': true,
  'trip.bus_swapped': true,
  'trip.fare_changed': true,
  'trip.delayed': true,
  'statement.made': true,
  'statement.paid': true,
  'account.credit_low': true,
} satisfies Record<EventType, true>) as readonly EventType[];

/** The dialog that adds a webhook: its address, the events that it gets, and what it is for. */
export function NewWebhookForm({
  add,
  onAdded,
  onClose,
}: {
  readonly add: ReturnType<typeof webhookCalls>['add'];
  readonly onAdded: (webhook: NewWebhook) => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value;
  const form = useForm({ url: '', description: '' });
  const isAll = useSignal(false);
  const chosen = useSignal<readonly EventType[]>([]);
  return (
    <QuestionForm
      title={words.newWebhook}
      yes={words.add}
      onClose={onClose}
      act={async (sending) => {
        const events: Webhook['events'] = isAll.value ? ['*'] : [...chosen.value];
        if (events.length === 0) {
          sending.refuse(words.chooseEvents);
          return;
        }
        await onAdded(await add({ ...form.typed.value, events }));
      }}
    >
      {({ errorOf }) => (
        <>
          <Field
            label={words.address}
            hint={words.addressHint}
            type="url"
            maxLength={500}
            {...form.field('url', errorOf)}
          />
          <fieldset>
            <legend>{words.events}</legend>
            <label class="choice">
              <input
                type="checkbox"
                checked={isAll.value}
                onChange={({ currentTarget }) => (isAll.value = currentTarget.checked)}
              />
              {words.all}
            </label>
            {TYPES.map((type) => (
              <label key={type} class="choice">
                <input
                  type="checkbox"
                  disabled={isAll.value}
                  checked={isAll.value || chosen.value.includes(type)}
                  onChange={({ currentTarget: { checked } }) =>
                    (chosen.value = TYPES.filter((one) => (one === type ? checked : chosen.value.includes(one))))
                  }
                />
                <code>{type}</code>
              </label>
            ))}
          </fieldset>
          <Field
            label={words.description}
            hint={words.descriptionHint}
            required={false}
            maxLength={200}
            {...form.field('description', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}

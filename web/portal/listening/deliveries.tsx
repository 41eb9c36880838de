import { Empty } from '../../parts/empty.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { toast } from '../../parts/toast.tsx';
import { digits } from '../../words/digits.ts';
import { type Paging, Paged, usePaged } from '../parts/paged.tsx';
import { w } from './webhooks-words.ts';
import { type Delivery, webhookCalls } from './webhook-calls.ts';

/** The deliveries of a webhook, newest first. */
export const useDeliveries = (webhook: number): Paging<Delivery> =>
  usePaged({}, (options) => webhookCalls().deliveries(webhook, options), [webhook]);

/** The list of a webhook's deliveries. Each can be sent again. */
export function Deliveries({ of: deliveries, webhook }: { readonly of: Paging<Delivery>; readonly webhook: number }) {
  const words = w.value;
  const sending = useSending();
  const sendAgain = (delivery: number) => async (): Promise<void> => {
    await webhookCalls().sendAgain(webhook, delivery);
    toast(words.sentAgain);
    await deliveries.again();
  };
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{words.deliveries}</h2>
      <Refused sentence={sending.sentence} />
      <Paged of={deliveries} empty={<Empty title={words.noDeliveries} />}>
        {(rows) => (
          <ul aria-label={words.deliveries} class="plain-list">
            {rows.map((row) => (
              <li key={row.id} class="row apart">
                <span id={`delivery-${row.id}`}>
                  <strong>{row.type}</strong> <DeliveryState of={row} />
                  <span class="block faint">{historyOf(row)}</span>
                </span>
                <button
                  type="button"
                  aria-describedby={`delivery-${row.id}`}
                  onClick={() => void sending.send(sendAgain(row.id))}
                >
                  {words.sendAgain}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}

const LOOKS = { PENDING: 'wait', DELIVERED: 'good', FAILED: 'bad' } as const satisfies Record<
  Delivery['status'],
  string
>;

const DeliveryState = ({ of: { status } }: { readonly of: Delivery }) => (
  <span class={`badge ${LOOKS[status]}`}>{w.value.delivery[status]}</span>
);

/** The history of a delivery: its attempts, the last answer, and when it is sent next. */
function historyOf({ event_id, attempts, response_status, error, at, next_attempt_at }: Delivery): string {
  const words = w.value;
  return [
    at !== null && dayAndTime(at),
    words.attempts(attempts, digits(attempts)),
    response_status !== null && words.answered(String(response_status)),
    error !== null && words.unreachable,
    next_attempt_at !== null && words.nextAt(dayAndTime(next_attempt_at)),
    event_id,
  ]
    .filter(Boolean)
    .join(' · ');
}

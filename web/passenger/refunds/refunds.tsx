import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import { RefundAccount } from './refund-account.tsx';

type Refund = Schemas['RefundForPassenger'];

const LOOKS = { DUE: 'wait', SENT: 'wait', PAID: 'good', FAILED: 'bad' } as const;

function stateOf({ status, amount, due_at, paid_at }: Refund): string {
  const words = w.value.bookings.refundState;
  if (status === 'DUE') return words.DUE(money(amount), bothCalendars(dayOf(due_at)));
  if (status === 'PAID') return words.PAID(money(amount), bothCalendars(dayOf(paid_at ?? due_at)));
  return words[status](money(amount));
}

const isOpen = ({ status }: Refund): boolean => status === 'DUE' || status === 'FAILED';

/** A booking's refunds, and the account that they go to. */
export function Refunds({
  booking: { id, refunds },
  onChanged,
}: {
  readonly booking: Pick<Schemas['Booking'], 'id' | 'refunds'>;
  /** Reloads the booking. */
  readonly onChanged: () => unknown;
}) {
  const heading = useId();
  const words = w.value.bookings;
  // The message outlives the form: it may say that no refund needs an account any more.
  const sending = useSending();
  const open = refunds.filter(isOpen);
  return (
    <section class="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.refund}</h2>
      <ul class="plain-list">
        {refunds.map((refund, at) => (
          <li key={at} class="row">
            <span class={`badge ${LOOKS[refund.status]}`}>{words.refundSteps[refund.status]}</span>
            <span>{stateOf(refund)}</span>
            {!isOpen(refund) && refund.account && (
              <span class="faint">{words.accountUsed(words.kinds[refund.account.kind], refund.account.masked)}</span>
            )}
            {refund.reference && <span class="faint">{words.refundReference(refund.reference)}</span>}
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <RefundAccount
          bookingId={id}
          account={open.find(({ account }) => account)?.account ?? null}
          hasFailed={open.some(({ status }) => status === 'FAILED')}
          sending={sending}
          onChanged={onChanged}
        />
      ) : (
        <Refused sentence={sending.sentence} />
      )}
    </section>
  );
}

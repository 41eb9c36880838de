import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import { RefundAccount } from './refund-account.tsx';

type Refund = Schemas['RefundForPassenger'];

const LOOKS = { DUE: 'wait', SENT: 'wait', PAID: 'good', FAILED: 'bad' } as const;

function stateOf(refund: Refund): string {
  const { status, amount, due_at, paid_at } = refund;
  const words = w.value.bookings;
  if (status === 'PAID') return words.refundState.PAID(money(amount), bothCalendars(dayOf(paid_at ?? due_at)));
  if (isByGateway(refund)) return words.refundByItself[status](money(amount), gatewayOf(refund));
  if (status === 'DUE') return words.refundState.DUE(money(amount), bothCalendars(dayOf(due_at)));
  return words.refundState[status](money(amount));
}

/** Whether the gateway pays the refund automatically. A refund that has an account is sent by a member of staff. */
const isByGateway = ({ automatic, needs_account, status, account }: Refund): boolean =>
  automatic && account === null && (status === 'FAILED' || !needs_account);

const gatewayOf = ({ gateway }: Refund): string => {
  const names: Readonly<Record<string, string>> = { ...GATEWAYS, ...w.value.bookings.kinds };
  return names[gateway] ?? gateway;
};

/** Names of gateways that are no kind of account. Gateways are written alike in every language. */
const GATEWAYS = { FONEPAY: 'Fonepay', CONNECTIPS: 'connectIPS' };

/** A booking's refunds, and the bank or wallet account that they go to. */
export function Refunds({
  booking: { id, own: isOwn, refunds, booking_status: status, trip },
  onChanged,
}: {
  readonly booking: Pick<Schemas['Booking'], 'id' | 'own' | 'refunds' | 'booking_status' | 'trip'>;
  /** Reloads the booking after a change. */
  readonly onChanged: () => unknown;
}) {
  const heading = useId();
  const words = w.value.bookings;
  // Keeps the form's state outside the form, because its message must stay when the form disappears.
  const sending = useSending();
  const isTicketValid = (status === 'CONFIRMED' || status === 'CHECKED_IN') && trip.status === 'ACTIVE';
  // The company asks the customer of a counter sale for the account.
  const open = isOwn ? refunds.filter(({ needs_account }) => needs_account) : [];
  return (
    <section class="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.refund}</h2>
      <ul class="plain-list">
        {refunds.map((refund, at) => (
          <li key={at} class="row">
            <span class={`badge ${LOOKS[refund.status]}`}>{words.refundSteps[refund.status]}</span>
            <span>{stateOf(refund)}</span>
            <span>
              {words.refundOf(gatewayOf(refund))} {words.refundReasons[refund.reason]}
            </span>
            {!refund.needs_account && refund.account && (
              <span class="faint">{words.accountUsed(words.kinds[refund.account.kind], refund.account.masked)}</span>
            )}
            {refund.reference && <span class="faint">{words.refundReference(refund.reference)}</span>}
          </li>
        ))}
      </ul>
      {isTicketValid && <p>{words.ticketStays}</p>}
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

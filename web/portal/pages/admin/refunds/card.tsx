import type { Schemas } from '../../../../api/operations.ts';
import { Link } from '../../../../parts/link.tsx';
import { money } from '../../../../parts/money.ts';
import { bothCalendars, dayAndTime, dayOf } from '../../../../parts/moment.ts';
import { w } from '../../../words.ts';
import type { Change } from './change.tsx';

type Refund = Schemas['Refund'];

/** What companies took themselves they pay back themselves, but for goodwill, which is the platform's. */
const isByCompany = ({ gateway, reason }: Refund): boolean => gateway !== 'ESEWA' && reason !== 'GOODWILL';

/** One refund: how much, until when, to whom, and what can be noted of it. */
export function RefundCard({
  refund,
  onChange,
}: {
  readonly refund: Refund;
  readonly onChange: (change: Change) => void;
}) {
  const words = w.value.admin.refunds;
  const { amount, booking_id, booking_code, reason, overdue, due_at, paid_at, sent_at, status } = refund;
  const button = (what: Change['what'], name: string, look = '') => (
    <button type="button" class={look} onClick={() => onChange({ refund, what })}>
      {name}
      <span class="sr-only">, {booking_code}</span>
    </button>
  );
  return (
    <li class={overdue ? 'card refund overdue' : 'card refund'}>
      <div>
        <p class="figure">{money(amount)}</p>
        <p>
          <Link page={`/portal/admin/bookings/${booking_id}`}>{booking_code}</Link> · {words.why[reason]}
        </p>
        {status !== 'PAID' && (
          <p>
            {overdue && <span class="badge bad">! {words.overdue}</span>} {words.dueOn(bothCalendars(dayOf(due_at)))}
          </p>
        )}
      </div>
      <div>
        {isByCompany(refund) ? <p class="faint">{words.byCompany}</p> : <Account refund={refund} />}
        {refund.failure !== null && status === 'FAILED' && <p class="notice bad">{words.cameBack(refund.failure)}</p>}
        {refund.method !== null && refund.reference !== null && (
          <p class="small">
            {words.methods[refund.method]} · {refund.reference}
          </p>
        )}
        {sent_at !== null && <p class="small faint">{words.sentOn(dayAndTime(sent_at))}</p>}
        {paid_at !== null && <p class="small faint">{words.paidOn(dayAndTime(paid_at))}</p>}
      </div>
      {!isByCompany(refund) && status !== 'PAID' && (
        <div class="row">
          {status === 'SENT' ? (
            <>
              {button('paid', words.arrived, 'main')}
              {button('failed', words.failed)}
            </>
          ) : (
            button('sent', words.sent, 'main')
          )}
        </div>
      )}
    </li>
  );
}

function Account({ refund: { account, status } }: { readonly refund: Refund }) {
  const words = w.value.admin.refunds;
  if (account === null) return status === 'PAID' ? null : <p class="faint">{words.noAccount}</p>;
  return (
    <p>
      <span class="faint">{words.account}</span>
      <br />
      <strong>{account.number}</strong> · {account.holder}
      <br />
      {words.methods[account.kind]}
      {account.bank !== null && `, ${account.bank}`}
    </p>
  );
}

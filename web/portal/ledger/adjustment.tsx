import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';

export type Adjustment = Schemas['Adjustment'];

const BADGES = { PROPOSED: 'wait', CONFIRMED: 'good', REJECTED: 'bad' } as const;

/** Shows a correction of the ledger: the amount, both accounts, the reason, and who proposed and decided it. */
export function AdjustmentCard({
  of: adjustment,
  onDecided,
}: {
  readonly of: Adjustment;
  readonly onDecided: () => void;
}) {
  const { corrections: words, money: names } = w.value.admin;
  const { status, debit, credit, amount, operator_id, gateway, reason } = adjustment;
  const { proposed_by, proposed_at, decided_by, decided_at } = adjustment;
  const nameOf = (account: Adjustment['debit']): string =>
    account === 'GATEWAY' && gateway !== null
      ? (w.value.bookings.gateways[gateway] ?? gateway)
      : names.accounts[account];
  return (
    <li>
      <hr class="perforation" />
      <p>
        <strong>{money(amount)}</strong> · {words.fromTo(nameOf(credit), nameOf(debit))}{' '}
        <span class={`badge ${BADGES[status]}`}>{words.statuses[status]}</span>
      </p>
      {operator_id !== null && (
        <p>
          <CompanyLink id={operator_id} />
        </p>
      )}
      <p>{reason}</p>
      <p class="small faint">{words.proposedBy(proposed_by.full_name, dayAndTime(proposed_at))}</p>
      {status !== 'PROPOSED' && decided_by !== null && decided_at !== null && (
        <p class="small faint">{words.decidedBy[status](decided_by.full_name, dayAndTime(decided_at))}</p>
      )}
      {status === 'PROPOSED' && <Decision of={adjustment} onDecided={onDecided} />}
    </li>
  );
}

function CompanyLink({ id }: { readonly id: number }) {
  const asked = useAsked((signal) => api.get('/api/admin/operators/{id}', { path: { id }, signal }), [id]);
  const now = asked.state.value;
  return <Link page={`/portal/admin/companies/${id}`}>{now.is === 'here' ? now.value.company_name : `#${id}`}</Link>;
}

/**
 * Buttons to confirm or reject a correction. Its proposer may only reject it, and reads that somebody else must
 * confirm.
 */
function Decision({
  of: { id, amount, proposed_by },
  onDecided,
}: {
  readonly of: Adjustment;
  readonly onDecided: () => void;
}) {
  const words = w.value.admin.corrections;
  const sending = useSending();
  const sendOnce = useSendOnce();
  const why = useId();
  const isMine = proposed_by.id === session.user.value?.id;
  const decide = (path: '/api/admin/adjustments/{id}/confirm' | '/api/admin/adjustments/{id}/reject', done: string) =>
    sending.send(async () => {
      try {
        await sendOnce(path, (key) => api.post(path, { path: { id }, key }));
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'ADJUSTMENT_STATE')) throw error;
        // Another administrator decided first. Shows a toast, because the list removes this card with its messages.
        toast(w.value.problems[error.code] ?? error.message);
        onDecided();
        return;
      }
      toast(done);
      onDecided();
    });
  const ofWhat = <span class="sr-only">, {money(amount)}</span>;
  return (
    <>
      {isMine && (
        <p id={why} class="notice">
          {words.yours}
        </p>
      )}
      <div class="row">
        <button
          type="button"
          class="main"
          disabled={isMine}
          aria-describedby={isMine ? why : undefined}
          aria-busy={sending.isBusy.value}
          onClick={() => void decide('/api/admin/adjustments/{id}/confirm', words.confirmed(money(amount)))}
        >
          {words.confirm(money(amount))}
        </button>
        <button
          type="button"
          aria-busy={sending.isBusy.value}
          onClick={() => void decide('/api/admin/adjustments/{id}/reject', words.rejected(money(amount)))}
        >
          {words.reject}
          {ofWhat}
        </button>
      </div>
      <Refused sentence={sending.sentence} />
    </>
  );
}

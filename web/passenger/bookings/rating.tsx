import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

const ALL = [1, 2, 3, 4, 5] as const;

/** The form that rates a completed trip. */
export function Rating({ bookingId, onRated }: { readonly bookingId: number; readonly onRated: () => unknown }) {
  const id = useId();
  const words = w.value.bookings;
  const sending = useSending();
  const stars = useSignal(0);
  const review = useSignal('');
  const hasIssue = useSignal(false);
  const note = useSignal('');

  const rate = async (): Promise<void> => {
    await api.post('/api/bookings/{id}/rating', {
      path: { id: bookingId },
      body: {
        stars: stars.value,
        ...(review.value && { review: review.value }),
        ...(hasIssue.value && { issue_flag: true, issue_note: note.value }),
      },
    });
    toast(words.rated);
    await onRated();
  };

  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{words.rate}</h2>
      <Form sending={sending} onSend={rate}>
        <fieldset role="radiogroup" aria-describedby={sending.errorOf('stars') ? `${id}-error` : undefined}>
          <legend>{words.stars}</legend>
          <div class="star-row">
            {ALL.map((count) => (
              <label key={count} class={count <= stars.value ? 'star-choice chosen' : 'star-choice'}>
                <input
                  type="radio"
                  name={`${id}-stars`}
                  checked={stars.value === count}
                  aria-label={words.star(count)}
                  onChange={() => (stars.value = count)}
                />
                <span aria-hidden="true">{count <= stars.value ? '★' : '☆'}</span>
              </label>
            ))}
          </div>
          <p class="faint" aria-hidden="true">
            {stars.value > 0 ? words.star(stars.value) : words.tapStar}
          </p>
          {sending.errorOf('stars') && (
            <p id={`${id}-error`} class="field-error">
              {sending.errorOf('stars')}
            </p>
          )}
        </fieldset>
        <Text label={words.review} of={review} />
        <label class="choice">
          <input
            type="checkbox"
            checked={hasIssue.value}
            onChange={({ currentTarget }) => (hasIssue.value = currentTarget.checked)}
          />
          {words.issue}
        </label>
        {hasIssue.value && <Text label={words.issueNote} of={note} />}
        <SendButton sending={sending}>{words.send}</SendButton>
      </Form>
    </section>
  );
}

function Text({ label, of }: { readonly label: string; readonly of: { value: string } }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} rows={3} value={of.value} onInput={({ currentTarget }) => (of.value = currentTarget.value)} />
    </div>
  );
}

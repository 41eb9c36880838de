import { type Signal, useSignal } from '@preact/signals';
import { digits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { SignInHere } from '../accounts/sign-in-here.tsx';
import { session } from '../session.ts';
import { w } from '../words.ts';
import { MOST_SEATS, type SeatChoice } from './seat-choice.ts';

/** The form by which the service chooses seats, for a number of travellers. Visitors sign in on the same page first. */
export function BestSeats({
  choice,
  travellers,
}: {
  readonly choice: Pick<SeatChoice, 'chosen' | 'takeBest'>;
  /** The number of travellers, as typed. */
  readonly travellers: Signal<string>;
}) {
  const words = w.value.buying;
  const sending = useSending();
  const together = useSignal(true);
  const window = useSignal(false);
  const isAsked = useSignal(false);
  /** The seats that the service chose; undefined until it has. */
  const best = useSignal<readonly string[] | undefined>(undefined);
  const mustSignIn = isAsked.value && session.user.value === undefined;
  const isStill = best.value !== undefined && best.value === choice.chosen.value;

  const take = async (): Promise<void> => {
    const count = Number(travellers.value);
    if (!Number.isInteger(count) || count < 1 || count > MOST_SEATS) {
      sending.refuse('', { best: words.choosePlaces(digits(MOST_SEATS)) });
      return;
    }
    isAsked.value = true;
    if (session.user.value === undefined) return;
    await choice.takeBest({ best: count, together: together.value, ...(window.value && { like: 'WINDOW' as const }) });
    best.value = choice.chosen.value;
  };

  return (
    <>
      <Form sending={sending} onSend={take} label={words.bestSeats}>
        <div class="row best-seats">
          <Field
            label={words.travellers}
            type="number"
            inputMode="numeric"
            min={1}
            max={MOST_SEATS}
            value={travellers.value}
            onValue={(value) => (travellers.value = value)}
            error={sending.errorOf('best')}
          />
          <label class="choice">
            <input
              type="checkbox"
              checked={together.value}
              onChange={({ currentTarget }) => (together.value = currentTarget.checked)}
            />
            {words.together}
          </label>
          <label class="choice">
            <input
              type="checkbox"
              checked={window.value}
              onChange={({ currentTarget }) => (window.value = currentTarget.checked)}
            />
            {words.window}
          </label>
          <SendButton sending={sending} class="">
            {words.bestSeats}
          </SendButton>
        </div>
      </Form>
      <p role="status" class="faint">
        {isStill && words.bestAre(choice.chosen.value.join(', '))}
      </p>
      {mustSignIn && <SignInHere onSignedIn={() => void sending.send(take)} />}
    </>
  );
}

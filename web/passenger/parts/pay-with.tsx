import type { TargetedMouseEvent } from 'preact';
import { useId } from 'preact/hooks';
import { Asked } from '../../parts/asked.tsx';
import type { Sending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { w } from '../words.ts';
import { takes, type Way, type WaysToPay } from './ways-to-pay.ts';
import './paying.css';

/** The name of a way to pay. All QR codes share one name, because any bank's app can pay them. */
const nameOf = ({ name, kind }: Way): string => (kind === 'qr' ? w.value.paying.qrOf(name) : name);

function hintOf(way: Way, amount: number): string {
  const words = w.value.paying;
  if (takes(way, amount)) return words.needs[way.gateway] ?? words.needsOf[way.kind];
  return way.min_amount !== null && amount < way.min_amount
    ? words.takesFrom(money(way.min_amount))
    : words.takesUpTo(money(way.max_amount ?? amount));
}

/**
 * Lists the ways to pay. Each row is a button that pays in its way by sending the surrounding form. The radio button
 * beside it only chooses, so that Enter in a field of the form pays in the chosen way.
 */
export function PayWith({
  ways,
  amount,
  sending,
}: {
  readonly ways: WaysToPay;
  /** The amount to pay, in rupees. */
  readonly amount: number;
  readonly sending: Sending;
}) {
  return (
    <Asked of={ways.asked} skeleton={<Skeleton lines={4} />}>
      {(all) => <Choice all={all} ways={ways} amount={amount} sending={sending} />}
    </Asked>
  );
}

function Choice({
  all,
  ways,
  amount,
  sending,
}: {
  readonly all: readonly Way[];
  readonly ways: WaysToPay;
  readonly amount: number;
  readonly sending: Sending;
}) {
  const id = useId();
  const words = w.value.paying;
  const chosen = all.find(({ gateway }) => gateway === ways.chosen.value);
  /** Chooses the way and sends the form. The form then pays in the chosen way. */
  const payBy = ({ gateway }: Way, event: TargetedMouseEvent<HTMLButtonElement>): void => {
    // The chosen button becomes the form's submit button at once. Its default action would send the form twice.
    event.preventDefault();
    if (sending.isBusy.peek()) return;
    ways.choose(gateway);
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <section class="pay-with">
      <h2 id={id}>{words.payWith}</h2>
      <div role="radiogroup" aria-labelledby={id} class="ways-to-pay">
        {all.map((way) => {
          const [isChosen, isTaken, hint] = [way === chosen, takes(way, amount), `${id}-${way.gateway}`];
          return (
            <div key={way.gateway} class="way-to-pay">
              <input
                type="radio"
                name={id}
                checked={isChosen}
                disabled={!isTaken}
                aria-describedby={hint}
                aria-label={nameOf(way)}
                onChange={() => ways.choose(way.gateway)}
              />
              <span>
                <button
                  type={isChosen ? 'submit' : 'button'}
                  class={isChosen ? 'main wide' : 'wide'}
                  disabled={!isTaken}
                  aria-describedby={hint}
                  aria-busy={isChosen && sending.isBusy.value}
                  aria-disabled={sending.isBusy.value}
                  onClick={(event) => payBy(way, event)}
                >
                  {words.payWithName(way.name)}
                </button>
                <span id={hint} class="small faint">
                  {hintOf(way, amount)}
                </span>
              </span>
            </div>
          );
        })}
      </div>
      {chosen ? (
        <p class="small faint">{chosen.kind === 'qr' ? words.secureQr : words.securePage(chosen.name)}</p>
      ) : (
        <p class="notice bad">{words.nobodyTakes}</p>
      )}
    </section>
  );
}

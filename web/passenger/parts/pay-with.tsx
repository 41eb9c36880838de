import { useId } from 'preact/hooks';
import { Asked } from '../../parts/asked.tsx';
import { type Sending, SendButton } from '../../parts/form.tsx';
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
 * Lists the ways to pay, with a button that pays in the chosen way by sending the surrounding form. Each other way has
 * a small button that pays at once.
 */
export function PayWith({
  ways,
  amount,
  sending,
  onPick,
}: {
  readonly ways: WaysToPay;
  /** The amount to pay, in rupees. */
  readonly amount: number;
  readonly sending: Sending;
  /** Pays in the given way. Called by the small button of a way that is not chosen. */
  readonly onPick: (gateway: string) => void;
}) {
  return (
    <Asked of={ways.asked} skeleton={<Skeleton lines={4} />}>
      {(all) => <Choice all={all} ways={ways} amount={amount} sending={sending} onPick={onPick} />}
    </Asked>
  );
}

function Choice({
  all,
  ways,
  amount,
  sending,
  onPick,
}: Omit<Parameters<typeof PayWith>[0], 'ways'> & { readonly all: readonly Way[]; readonly ways: WaysToPay }) {
  const id = useId();
  const words = w.value.paying;
  const chosen = all.find(({ gateway }) => gateway === ways.chosen.value);
  const others = all.filter((way) => way !== chosen && takes(way, amount));
  return (
    <section class="pay-with">
      <h2 id={id}>{words.payWith}</h2>
      <div role="radiogroup" aria-labelledby={id} class="ways-to-pay">
        {all.map((way) => (
          <label key={way.gateway} class={way === chosen ? 'way-to-pay chosen' : 'way-to-pay'}>
            <input
              type="radio"
              name={id}
              checked={way === chosen}
              disabled={!takes(way, amount)}
              aria-describedby={`${id}-${way.gateway}`}
              aria-label={nameOf(way)}
              onChange={() => ways.choose(way.gateway)}
            />
            <span>
              <strong>{nameOf(way)}</strong>
              <span id={`${id}-${way.gateway}`} class="small faint">
                {hintOf(way, amount)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {chosen ? (
        <>
          <SendButton sending={sending} class="main wide">
            {words.payWithName(chosen.name)}
          </SendButton>
          <p class="small faint">{chosen.kind === 'qr' ? words.secureQr : words.securePage(chosen.name)}</p>
        </>
      ) : (
        <p class="notice bad">{words.nobodyTakes}</p>
      )}
      {chosen && others.length > 0 && (
        <div class="other-ways">
          <span class="small faint">{words.orAtOnce}</span>
          {others.map((way) => (
            <button
              key={way.gateway}
              type="button"
              class="small"
              aria-disabled={sending.isBusy.value}
              onClick={() => onPick(way.gateway)}
            >
              {words.payWithName(way.name)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

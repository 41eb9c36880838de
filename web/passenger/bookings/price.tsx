import type { Schemas } from '../../api/operations.ts';
import { useId } from 'preact/hooks';
import { digits } from '../../words/digits.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import { stepsOf } from '../changes/cancelling.ts';

/** The price of some seats, and the fees for cancelling them. `fare` is in rupees for one seat. */
export function Price({
  count,
  fare,
  trip: { cancellation_tiers: tiers, departure_time: departure },
}: {
  readonly count: number;
  readonly fare: number;
  readonly trip: Pick<Schemas['TripDetail'], 'cancellation_tiers' | 'departure_time'>;
}) {
  const total = fare * count;
  const id = useId();
  const words = w.value.buying;
  return (
    <section class="price" aria-labelledby={id}>
      <h2 id={id}>{words.price}</h2>
      <p class="row apart">
        <span class="faint">{words.times(words.places(digits(count), count === 1), money(fare))}</span>
        <strong class="sum number">{money(total)}</strong>
      </p>
      <h3>{words.cancelling}</h3>
      <ul class="plain-list small">
        {stepsOf(tiers, departure, total).map(({ until, fee: cost, isAll }, index) => (
          <li key={until}>
            {isAll
              ? index > 0
                ? words.cancelLater
                : words.cancelNothing
              : cost === 0
                ? words.cancelFree(dayAndTime(until))
                : words.cancelFee(money(cost), dayAndTime(until))}
          </li>
        ))}
      </ul>
    </section>
  );
}

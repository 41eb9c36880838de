import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import './shifts.css';

/** Lists the amounts of cash in a shift. */
export function Till({ shift }: { readonly shift: Schemas['Shift'] }) {
  const words = w.value.shifts;
  const figures: readonly (readonly [string, number])[] = [
    [words.opening, shift.opening_cash],
    [words.sales, shift.sales],
    [words.refunds, shift.refunds],
    [words.expected, shift.expected_cash],
  ];
  return (
    <dl class="till">
      {figures.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="number">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The difference between counted and expected cash. */
export function Difference({ shift }: { readonly shift: Schemas['Shift'] }) {
  const words = w.value.shifts;
  const { difference } = shift;
  if (difference === null) return null;
  const verdict =
    difference === 0 ? words.exact : difference < 0 ? words.missing(money(-difference)) : words.over(money(difference));
  return (
    <div class={`notice ${difference === 0 ? 'good' : 'wait'}`} role="status">
      <p>
        <strong>{verdict}</strong>
      </p>
      <p>
        {words.explain(money(shift.opening_cash), money(shift.sales), money(shift.refunds), money(shift.expected_cash))}
      </p>
    </div>
  );
}

import type { Schemas } from '../../api/operations.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';
import './shifts.css';

/** Lists the amounts of cash in a shift. A dash stands for an amount that a clerk may not see before the count. */
export function Till({ shift }: { readonly shift: Schemas['Shift'] }) {
  const words = w.value.shifts;
  const figures: readonly (readonly [string, number | null])[] = [
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
          <dd class="number">{amount === null ? '–' : money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The difference between counted and expected cash. */
export function Difference({
  shift,
  isAsked = false,
}: {
  readonly shift: Schemas['Shift'];
  /** Whether the shift is still open, so that the clerk can count again. */
  readonly isAsked?: boolean;
}) {
  const words = w.value.shifts;
  const { difference, sales, refunds, expected_cash: expected } = shift;
  if (difference === null || sales === null || refunds === null || expected === null) return null;
  const [missing, over] = isAsked ? [words.missingNow, words.overNow] : [words.missing, words.over];
  const verdict =
    difference === 0 ? words.exact : difference < 0 ? missing(money(-difference)) : over(money(difference));
  return (
    <div class={`notice ${difference === 0 ? 'good' : 'wait'}`} role="status">
      <p>
        <strong>{verdict}</strong>
      </p>
      <p>{words.explain(money(shift.opening_cash), money(sales), money(refunds), money(expected))}</p>
    </div>
  );
}

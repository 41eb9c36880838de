import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import { money } from '../../parts/money.ts';
import { w } from '../../words/sales.ts';

type Total = Schemas['SalesReport']['total'];

const figuresOf = (total: Total): readonly (readonly [name: string, figure: string])[] => {
  const words = w.value;
  return [
    [words.earning, money(total.earning)],
    [words.gross, money(total.gross)],
    [words.refunds, money(total.refunds)],
    [words.seats, words.ofSeats(digits(total.seats_sold), digits(total.seats_offered))],
    [words.occupancy, words.percent(digits(Math.round(total.occupancy * 100)))],
  ];
};

/** Shows the totals of the chosen days. Below each total is the same total, `days` days earlier. */
export const Figures = ({
  of: total,
  before,
  days,
}: {
  readonly of: Total;
  readonly before: Total | undefined;
  readonly days: number;
}) => {
  const earlier = before && new Map(figuresOf(before));
  return (
    <dl class="figures card">
      {figuresOf(total).map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
          {earlier && <dd class="figure-before">{w.value.daysBefore(digits(days), earlier.get(name) ?? '–')}</dd>}
        </div>
      ))}
    </dl>
  );
};

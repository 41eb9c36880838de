import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import { money } from '../../parts/money.ts';
import { w } from '../words.ts';

/** The totals of the whole period. */
export const Figures = ({ of: total }: { readonly of: Schemas['SalesReport']['total'] }) => {
  const words = w.value.sales;
  return (
    <dl class="figures card">
      {Object.entries({
        [words.earning]: money(total.earning),
        [words.gross]: money(total.gross),
        [words.refunds]: money(total.refunds),
        [words.seats]: words.ofSeats(digits(total.seats_sold), digits(total.seats_offered)),
        [words.occupancy]: words.percent(digits(Math.round(total.occupancy * 100))),
      }).map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
};

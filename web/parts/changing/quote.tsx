import type { Schemas } from '../../api/operations.ts';
import { percent } from '../../words/digits.ts';
import { money } from '../money.ts';
import '../facts.css';

type Quote = Schemas['ChangeQuote'];

/**
 * Labels for the amounts of a change. On passengers' pages they say “you”; on companies' pages they name the passenger.
 */
export interface QuoteWords {
  readonly oldTotal: string;
  readonly fee: string;
  readonly credit: string;
  readonly newTotal: string;
  readonly toPay: string;
  readonly toRefund: string;
  readonly free: string;
  readonly leastAfterwards: (percent: string) => string;
  readonly changeFor: (amount: string) => string;
  readonly changeBack: (amount: string) => string;
  readonly changeEven: string;
}

/** The label of the button that makes a change. Names the amount that the passenger pays or gets back. */
export function changeButton({ to_pay: pay, to_refund: back }: Quote, words: QuoteWords): string {
  if (pay > 0) return words.changeFor(money(pay));
  return back > 0 ? words.changeBack(money(back)) : words.changeEven;
}

/** Lists the amounts of moving a booking to another trip. */
export function QuotedAmounts({ offer, words }: { readonly offer: Quote; readonly words: QuoteWords }) {
  const { old_total, change_fee, credit, new_total, to_pay, to_refund, free, least_cancel_percent: least } = offer;
  return (
    <>
      <dl class="facts">
        <dt>{words.oldTotal}</dt>
        <dd class="number">{money(old_total)}</dd>
        <dt>{words.fee}</dt>
        <dd class="number">{money(change_fee)}</dd>
        <dt>{words.credit}</dt>
        <dd class="number">{money(credit)}</dd>
        <dt>{words.newTotal}</dt>
        <dd class="number">{money(new_total)}</dd>
        <dt>{to_refund > 0 ? words.toRefund : words.toPay}</dt>
        <dd class="number">
          <strong>{money(to_refund > 0 ? to_refund : to_pay)}</strong>
        </dd>
      </dl>
      {free && <p>{words.free}</p>}
      {least > 0 && <p>{words.leastAfterwards(percent(least))}</p>}
    </>
  );
}

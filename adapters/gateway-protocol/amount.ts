import { type Paisa, paisa, parseRupees } from '../../core/kernel/money.ts';

/** An amount in rupees as it is sent to gateways, always in the same form: `1200` or `1200.50`. */
export function amountText(amount: Paisa): string {
  const [rupees, rest] = [Math.floor(amount / 100), amount % 100];
  return rest === 0 ? String(rupees) : `${rupees}.${String(rest).padStart(2, '0')}`;
}

/** Reads an amount in rupees from a gateway: `1000.0` or `1,000.0`. Undefined if the text is not an amount. */
export const readAmount = (text: string): Paisa | undefined =>
  parseRupees(/^\d{1,3}(,\d{2,3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text);

/** Reads an amount in whole paisa: `120050` or `120050.0`. Undefined if the text is not an amount. */
export const readPaisa = (text: string): Paisa | undefined =>
  /^\d{1,15}(\.0+)?$/.test(text) ? paisa(Number(text)) : undefined;

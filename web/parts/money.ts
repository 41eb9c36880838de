import { language } from '../words/language.ts';
import { digits } from '../words/digits.ts';

/** Groups digits as in Nepal: 1,20,000. */
function grouped(whole: string): string {
  const head = whole.slice(0, -3);
  return head === '' ? whole : `${head.replace(/\B(?=(?:\d{2})+$)/g, ',')},${whole.slice(-3)}`;
}

/** Formats a count, with commas as in Nepal: `1,20,000`. */
export const counted = (count: number): string => digits(grouped(String(count)));

/** Formats rupees: `Rs 1,200`, `Rs 1,200.50`, `रु १,२००`. */
export function money(rupees: number): string {
  const paisa = Math.round(Math.abs(rupees) * 100);
  const rest = paisa % 100;
  const amount = grouped(String((paisa - rest) / 100)) + (rest ? `.${String(rest).padStart(2, '0')}` : '');
  return `${rupees < 0 ? '−' : ''}${language.value === 'ne' ? 'रु' : 'Rs'} ${digits(amount)}`;
}

import { dictionary } from './dictionary.ts';
import { sales } from './en/portal/sales.ts';

/** The texts of sales reports. They load with the pages that show one. */
export const w = dictionary(sales, async () => ({ ne: (await import('./ne/portal/sales.ts')).sales }));

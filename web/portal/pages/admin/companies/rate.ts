import type { Schemas } from '../../../../api/operations.ts';
import { digits } from '../../../../parts/digits.ts';
import { w } from '../../../words.ts';

/** What a company pays of its fares, for people. */
export const rateOf = ({ commission_rate: rate }: Pick<Schemas['ListedCompany'], 'commission_rate'>): string =>
  rate === null ? w.value.admin.companies.usualRate : w.value.admin.companies.percent(digits(rate));

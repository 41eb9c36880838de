import type { Schemas } from '../../api/operations.ts';
import { settings } from '../../api/settings.ts';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';

/** A company's commission rate as text, or the platform's usual rate. */
export const rateOf = ({ commission_rate: rate }: Pick<Schemas['ListedCompany'], 'commission_rate'>): string =>
  rate === null
    ? w.value.admin.companies.usualRate(digits(settings.commission_percent))
    : w.value.admin.companies.percent(digits(rate));

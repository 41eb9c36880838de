import { dictionary } from '../../words/dictionary.ts';
import { webhooks } from '../../words/en/portal/listening.ts';

/** Texts of the pages of webhooks. They load with them. */
export const w = dictionary(webhooks, async () => ({
  ne: (await import('../../words/ne/portal/listening.ts')).webhooks,
}));

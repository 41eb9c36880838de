import { dictionary } from '../../words/dictionary.ts';
import { verdicts } from '../../words/en/shared/verdicts.ts';

/** Texts about what became of scans, and of what the conductor told. They load with the page of a trip. */
export const w = dictionary(verdicts, async () => ({
  ne: (await import('../../words/ne/shared/verdicts.ts')).verdicts,
}));

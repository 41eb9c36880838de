import { w } from '../words.ts';
import type { KeptFields } from './use-kept-fields.ts';

/** Says that a form shows what the user typed before, and offers an empty one. */
export const Resumed = ({ kept: { isResumed, beginAgain } }: { readonly kept: KeptFields }) => (
  <div role="status">
    {isResumed.value && (
      <div class="notice wait row apart">
        <p>{w.value.frame.resumed}</p>
        <button type="button" onClick={beginAgain}>
          {w.value.frame.beginAgain}
        </button>
      </div>
    )}
  </div>
);

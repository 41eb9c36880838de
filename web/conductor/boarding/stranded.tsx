import { digits } from '../../words/digits.ts';
import { discardStranded, strandedCount } from './log.ts';
import { w } from '../words.ts';

/** Shows unsent scans and taps that wait for a new enrolment with their company. Only a person may discard them. */
export function Stranded() {
  const words = w.value.connection;
  const count = digits(strandedCount.value);
  if (strandedCount.value === 0) return null;
  return (
    <div class="notice wait" role="status">
      <p>{words.kept(count)}</p>
      <button type="button" onClick={() => void discardStranded()}>
        {words.discard(count)}
      </button>
    </div>
  );
}

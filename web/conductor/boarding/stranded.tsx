import { digits } from '../../words/digits.ts';
import { discardStranded, stranded } from './log.ts';
import { w } from '../words.ts';

/** Scans that wait for a new enrolment with their company. Only a person may discard them. */
export function Stranded() {
  const words = w.value.connection;
  const count = digits(stranded.value.length);
  if (stranded.value.length === 0) return null;
  return (
    <div class="notice wait" role="status">
      <p>{words.kept(count)}</p>
      <button type="button" onClick={() => void discardStranded()}>
        {words.discard(count)}
      </button>
    </div>
  );
}

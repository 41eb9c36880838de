import { digits } from '../../words/digits.ts';
import { isOnline } from './device.ts';
import { waitingCount } from './log.ts';
import { w } from '../words.ts';

/** Shows whether the service can be reached, and how many scans and taps are not sent yet. */
export function Connection() {
  const words = w.value.connection;
  const count = waitingCount.value;
  const text = isOnline.value
    ? count > 0 && words.sending(digits(count))
    : [words.offline, count > 0 && words.toSend(digits(count))].filter(Boolean).join(' · ');
  return (
    <div class="connection-place" aria-live="polite">
      {text && <p class="connection">{text}</p>}
    </div>
  );
}

import { digits } from '../../parts/digits.ts';
import { Link } from '../../parts/link.tsx';
import { isOnline, isRevoked } from '../device.ts';
import { waiting } from '../log.ts';
import { w } from '../words.ts';

/** Whether the service is there, and what it has still to be told. */
export function Connection() {
  const words = w.value.connection;
  const count = waiting.value.length;
  if (isRevoked.value)
    return (
      <div class="notice bad" role="alert">
        <p>
          <strong>{w.value.enrol.again}</strong>
        </p>
        {count > 0 && <p>{words.kept(digits(count))}</p>}
        <p>
          <Link page="/conductor">{w.value.enrol.title}</Link>
        </p>
      </div>
    );
  const text = isOnline.value
    ? count > 0 && words.sending(digits(count))
    : [words.offline, count > 0 && words.toSend(digits(count))].filter(Boolean).join(' · ');
  return (
    <div class="connection-place" aria-live="polite">
      {text && <p class="connection">{text}</p>}
    </div>
  );
}

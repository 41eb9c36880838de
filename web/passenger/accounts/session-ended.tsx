import { session } from '../session.ts';
import { w } from '../words.ts';

/** Shows why the service has signed the user out. */
export function SessionEnded() {
  const code = session.ended.value;
  const words = w.value.account.sessionEnded;
  return <div role="alert">{code !== undefined && <p class="notice wait">{words[code] ?? words['ELSE']}</p>}</div>;
}

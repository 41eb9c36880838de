import { session } from '../session.ts';
import { w } from '../words.ts';

/** Tells a person who was signed out by the service why. */
export function SessionEnded() {
  const code = session.ended.value;
  const words = w.value.account.sessionEnded;
  return <div role="alert">{code !== undefined && <p class="notice wait">{words[code] ?? words['ELSE']}</p>}</div>;
}

import type { Mail, Mailer, RunInBackground } from '../delivery/mailer.ts';
import type { Owner } from './owners.ts';

export interface TellingNeeds {
  readonly mailer: Mailer;
  readonly runInBackground: RunInBackground;
}

/** Mails each of the OWNERs, once what they are told of is committed. Nobody waits for it. */
export function tellOwners(
  { mailer, runInBackground }: TellingNeeds,
  owners: readonly Owner[],
  mailTo: (addressed: { readonly to: string; readonly name: string }) => Mail,
): void {
  for (const { email, fullName } of owners) runInBackground(() => mailer.send(mailTo({ to: email, name: fullName })));
}

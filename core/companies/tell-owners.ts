import type { MailQueue } from '../delivery/mail-queue.ts';
import type { ComposedMail } from '../delivery/mailer.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { Owners } from './owners.ts';

export interface TellingStores {
  readonly owners: Owners;
  readonly mailQueue: Pick<MailQueue, 'post'>;
}

/** Posts a mail to each of the OWNERs of a company, in the transaction of what they are told of. */
export async function tellOwners(
  { owners, mailQueue }: TellingStores,
  operatorId: OperatorId,
  mailTo: (addressed: { readonly to: string; readonly name: string }) => ComposedMail,
  at: Instant,
): Promise<void> {
  const told = await owners.of(operatorId);
  await mailQueue.post(
    told.map(({ email, fullName }) => mailTo({ to: email, name: fullName })),
    at,
  );
}

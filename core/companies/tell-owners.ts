import type { ComposedMail } from '../platform/mailer.ts';
import type { OperatorId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { CompanyStores } from './world.ts';

/** Queues a mail to each OWNER of a company, in the transaction of the change that the mail reports. */
export async function tellOwners(
  { owners, mailQueue }: CompanyStores,
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

import { NOTHING } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Sandbox, SandboxPayment } from '../../core/payments/sandbox.ts';
import type { Opening, Simulator } from './simulator.ts';
import { type Decision, decided } from './standing.ts';

export const newPayment = (gateway: string, opening: Opening, now: Instant): SandboxPayment => ({
  ...opening,
  gateway,
  openedAt: now,
  refusedAt: null,
  paid: null,
  givenBack: NOTHING,
});

/** Carries out a payer's decision. Undefined if the gateway does not know the payment. */
export async function decide(
  sandbox: Sandbox,
  { gateway, rules, newTransactionId }: Simulator,
  id: string,
  decision: Decision,
  now: Instant,
): Promise<SandboxPayment | undefined> {
  const payment = await sandbox.find(gateway, id);
  if (!payment) return undefined;
  const after = decided(payment, decision, { rules, now, transactionId: newTransactionId(payment) });
  await sandbox.save(after);
  return after;
}

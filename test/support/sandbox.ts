import { NOTHING, paisa } from '../../core/kernel/money.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';
import { START } from './clock.ts';

/** An unpaid payment at a sandbox gateway. */
export const aSandboxPayment = (changes: Partial<SandboxPayment> = {}): SandboxPayment => ({
  gateway: 'WALLET',
  id: 'a payment',
  amount: paisa(120_050),
  order: { return_url: 'https://bus.example/back' },
  openedAt: START,
  refusedAt: null,
  paid: null,
  givenBack: NOTHING,
  ...changes,
});

import { type Refusal, invalidField, refusal } from '../../core/kernel/refusal.ts';
import type { SandboxFault } from '../../core/payments/sandbox.ts';
import { FAULTS } from './calls.ts';
import { type Received, isFromHere } from './requests.ts';
import type { Simulator } from './simulator.ts';

const MAX_TIMES = 1_000_000;

/** Reads which calls to a gateway should fail, and how often. Throws a Refusal if the gateway has no such fault. */
export function readFault(
  { gateway, fault, times }: Readonly<Record<string, unknown>>,
  simulators: readonly Simulator[],
): SandboxFault {
  const simulator = simulators.find((each) => each.gateway === gateway);
  if (!simulator)
    throw invalidField('gateway', `gateway must be one of ${simulators.map((each) => each.gateway).join(', ')}.`);
  const known = [FAULTS, ...simulator.calls.map(({ faults = {} }) => faults)].flatMap((faults) => Object.keys(faults));
  if (typeof fault !== 'string' || !known.includes(fault))
    throw invalidField('fault', `fault must be one of ${known.join(', ')}.`);
  if (typeof times !== 'number' || !Number.isSafeInteger(times) || times < 0 || times > MAX_TIMES)
    throw invalidField('times', `times must be a whole number from 0 to ${MAX_TIMES}.`);
  return { gateway: simulator.gateway, fault, times };
}

/**
 * Lets only programs on this machine make gateways fail. Other callers get the response for an unknown address. Callers
 * can write any address into a header, so only the connection's address counts. A proxy on this machine forwards
 * strangers' requests, so forwarded requests are refused.
 */
export function refuseOutsiders(request: Received): void {
  if (!isFromHere(request)) throw notFound();
}

const notFound: () => Refusal = refusal('absent', 'NOT_FOUND', 'There is nothing at this address.');
export const paymentUnknown: () => Refusal = refusal(
  'absent',
  'SANDBOX_PAYMENT_UNKNOWN',
  'The sandbox knows no payment by this reference.',
);

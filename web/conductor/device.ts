import { signal } from '@preact/signals';
import { clientFor } from '../api/client.ts';
import { offline, Problem } from '../api/problem.ts';
import type { Device } from './kept.ts';
import { forgetCompany, keepDevice, readDevice } from './store.ts';
import { tokenIn } from './ticket.ts';

/** Who this phone is to the service; undefined until it is enrolled. */
export const device = signal<Device | undefined>(undefined);

/** The office has ended it: what it scans is kept until it is enrolled again. */
export const isRevoked = signal(false);

/** Whether the service was reached when it was last asked. */
export const isOnline = signal(navigator.onLine);

export const api = clientFor({
  token: async () => device.peek()?.token,
  // A device token is never made new.
  tokenAfter: async () => undefined,
});

/**
 * Asks the service, and notes whether it is there. Without a network nothing is asked, and `OFFLINE` thrown at once.
 */
export async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    if (!navigator.onLine) throw offline();
    const answer = await question();
    isOnline.value = true;
    return answer;
  } catch (error) {
    if (error instanceof Problem && error.status > 0 && error.status < 500) isOnline.value = true;
    else isOnline.value = false;
    if (error instanceof Problem && error.status === 401) isRevoked.value = true;
    throw error;
  }
}

export async function findDevice(): Promise<void> {
  device.value = await readDevice();
}

const LONGEST_MODEL = 100;

/** What a browser says of the phone that it runs on, such as `Linux; Android 13; SM-A155F`, and not of itself. */
const phoneIn = (userAgent: string): string => /\(([^)]+)\)/.exec(userAgent)?.[1] ?? userAgent;

/** Enrols this phone by the text of the office's QR code, or the token in it. Throws Problem. */
export async function enrol(shown: string): Promise<void> {
  const model = phoneIn(navigator.userAgent).slice(0, LONGEST_MODEL);
  const nobody = clientFor();
  const answer = await nobody.post('/api/conductor/enrol', { body: { token: tokenIn(shown), model } });
  const enrolled: Device = {
    token: answer.device_token,
    name: answer.device.name,
    operatorId: answer.operator.id,
    companyName: answer.operator.company_name,
  };
  const before = device.peek() ?? (await readDevice());
  if (before && before.operatorId !== enrolled.operatorId) await forgetCompany();
  await keepDevice(enrolled);
  device.value = enrolled;
  isRevoked.value = false;
  isOnline.value = true;
  // What waits to be sent must not make room for pictures.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => false);
}

addEventListener('offline', () => (isOnline.value = false));

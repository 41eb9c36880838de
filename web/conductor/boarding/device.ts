import { signal } from '@preact/signals';
import { clientFor } from '../../api/client.ts';
import { offline, Problem } from '../../api/problem.ts';
import type { Device } from './kept.ts';
import { endEnrolment, forgetCompany, keepDevice, readDevice } from './store.ts';
import { tokenIn } from './ticket.ts';

/** The phone's enrolment; undefined until the phone is enrolled. */
export const device = signal<Device | undefined>(undefined);

/** True after the service has revoked the phone. Names and trips are deleted; unsent scans stay. */
export const isRevoked = signal(false);

/** Whether the last request reached the service. */
export const isOnline = signal(navigator.onLine);

export const api = clientFor({
  token: async () => device.peek()?.token,
  // The token of a crew's phone is never renewed.
  tokenAfter: async () => undefined,
});

/** Sends a request and notes whether the service was reached. Without a network throws `OFFLINE` at once. */
export async function ask<T>(question: () => Promise<T>): Promise<T> {
  const token = device.peek()?.token;
  try {
    if (!navigator.onLine) throw offline();
    const answer = await question();
    isOnline.value = true;
    return answer;
  } catch (error) {
    if (error instanceof Problem && error.status > 0 && error.status < 500) isOnline.value = true;
    else isOnline.value = false;
    if (error instanceof Problem && error.status === 401 && token) await end(token);
    throw error;
  }
}

/** Informs other tabs when this phone is enrolled, and when its enrolment ends. */
const tabs = new BroadcastChannel('conductor');
tabs.onmessage = () => void findDevice();

async function end(token: string): Promise<void> {
  await endEnrolment(token);
  await findDevice();
  tabs.postMessage('ended');
}

export async function findDevice(): Promise<void> {
  const kept = await readDevice();
  isRevoked.value = kept?.token === '';
  if (kept?.token !== device.peek()?.token) device.value = kept?.token ? kept : undefined;
}

/** The company and device that an enrolment code is for. Does not use up the code. Throws Problem. */
export const offered = (shown: string, signal: AbortSignal) =>
  clientFor().post('/api/conductor/enrol/preview', { body: { token: tokenIn(shown) }, signal });

const LONGEST_MODEL = 100;

/** The phone's part of the user agent, such as `Linux; Android 13; SM-A155F`. */
const phoneIn = (userAgent: string): string => /\(([^)]+)\)/.exec(userAgent)?.[1] ?? userAgent;

/** Enrols this phone. `shown` is the text of the office's QR code, or only its token. Throws Problem. */
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
  const before = await readDevice();
  if (before && before.operatorId !== enrolled.operatorId) await forgetCompany();
  await keepDevice(enrolled);
  device.value = enrolled;
  isRevoked.value = false;
  isOnline.value = true;
  tabs.postMessage('enrolled');
  // Asks for persistent storage, so that the browser does not delete unsent scans for lack of space.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => false);
}

addEventListener('offline', () => (isOnline.value = false));

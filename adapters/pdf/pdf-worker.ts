import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Drawing, draw } from './drawings.ts';

/** The message to this thread. */
export interface DrawRequest {
  readonly number: number;
  readonly drawing: Drawing;
}

/** The message back. */
export type DrawResult =
  { readonly number: number; readonly content: Uint8Array } | { readonly number: number; readonly error: unknown };

async function answer({ number, drawing }: DrawRequest): Promise<void> {
  const result: DrawResult = await draw(drawing).then(
    (content) => ({ number, content }),
    (error: unknown) => ({ number, error }),
  );
  // Handed over rather than copied, where nothing else lies in the same memory.
  const isAlone = 'content' in result && result.content.buffer.byteLength === result.content.byteLength;
  parentPort?.postMessage(result, isAlone ? [result.content.buffer as ArrayBuffer] : []);
}

// A document can wait a moment, unlike a passenger who wants a seat. On Linux a priority is that of the thread alone,
// elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.on('message', (request: DrawRequest) => void answer(request));

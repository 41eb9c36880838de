import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Drawing, draw } from './drawings.ts';

/** The message to the worker thread. */
export interface DrawRequest {
  readonly number: number;
  readonly drawing: Drawing;
}

/** The message from the worker thread. */
export type DrawResult =
  { readonly number: number; readonly content: Uint8Array } | { readonly number: number; readonly error: unknown };

async function answer({ number, drawing }: DrawRequest): Promise<void> {
  const result: DrawResult = await draw(drawing).then(
    (content) => ({ number, content }),
    (error: unknown) => ({ number, error }),
  );
  // The bytes are transferred instead of copied, unless other data shares their memory.
  const isAlone = 'content' in result && result.content.buffer.byteLength === result.content.byteLength;
  parentPort?.postMessage(result, isAlone ? [result.content.buffer as ArrayBuffer] : []);
}

// Drawing has low priority, because a passenger who books a seat comes first. On Linux a priority belongs to the
// thread, elsewhere to the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.on('message', (request: DrawRequest) => void answer(request));

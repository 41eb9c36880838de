import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Drawing } from './drawings.ts';
import type { DrawRequest, DrawResult } from './pdf-worker.ts';

interface Pending {
  readonly resolve: (content: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

/**
 * Memory limits of drawing threads, in MiB. Without a limit, a thread fills as much memory as the whole service before
 * it collects garbage. With a limit, the thread collects garbage sooner and draws as fast. Only a long document may
 * need more memory at once.
 */
const ONE_PAGE: ResourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };
const ANY_LENGTH: ResourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Starts the thread from TypeScript source. The thread registers the loader itself, because Node 20 does not pass
 * loaders on to threads.
 */
function fromSource(resourceLimits: ResourceLimits): Worker {
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const [api, source] = [pathToFileURL(loader), new URL('./pdf-worker.ts', import.meta.url)];
  return new Worker(`import('${api.href}').then(({ register }) => { register(); return import('${source.href}'); });`, {
    eval: true,
    resourceLimits,
  });
}

const startWorker = (resourceLimits: ResourceLimits): Worker =>
  import.meta.url.endsWith('.ts')
    ? fromSource(resourceLimits)
    : new Worker(new URL('./pdf-worker.js', import.meta.url), { resourceLimits });

export type DrawOnThread = (drawing: Drawing) => Promise<Uint8Array>;

/**
 * Draws on a separate thread, because drawing a page would delay other requests. The thread starts with the first
 * drawing. The thread keeps the process alive only while somebody waits for a drawing.
 */
export function pdfThread(length: 'one page' | 'any length', startThread = startWorker): DrawOnThread {
  let thread: Thread | undefined;
  let requests = 0;

  function start(): Thread {
    const pending = new Map<number, Pending>();
    const worker = startThread(length === 'one page' ? ONE_PAGE : ANY_LENGTH);
    worker.on('message', (result: DrawResult) => {
      const waiting = pending.get(result.number);
      pending.delete(result.number);
      if (pending.size === 0) worker.unref();
      if ('content' in result) waiting?.resolve(result.content);
      else waiting?.reject(result.error);
    });
    const stop = (error: unknown): void => {
      // A failed thread ends a moment after its error, when a new thread may have replaced the failed one.
      if (thread?.worker === worker) thread = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    worker.on('error', stop);
    worker.on('exit', () => stop(new Error('The thread that draws documents has ended.')));
    return { worker, pending };
  }

  return (drawing) =>
    new Promise((resolve, reject) => {
      thread ??= start();
      const request: DrawRequest = { number: (requests += 1), drawing };
      thread.pending.set(request.number, { resolve, reject });
      thread.worker.ref();
      thread.worker.postMessage(request);
    });
}

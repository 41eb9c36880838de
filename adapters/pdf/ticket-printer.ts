import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Ticket, TicketPrinter } from '../../core/tickets/ports.ts';
import type { PrintRequest, PrintResult } from './ticket-worker.ts';

interface Pending {
  readonly resolve: (content: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
}

/** When run from source, the thread needs the TypeScript loader of this process, which Node 20 does not pass on. */
function fromSource(): Worker {
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const [api, source] = [pathToFileURL(loader), new URL('./ticket-worker.ts', import.meta.url)];
  return new Worker(`import('${api.href}').then(({ register }) => { register(); return import('${source.href}'); });`, {
    eval: true,
  });
}

const startWorker = (): Worker =>
  import.meta.url.endsWith('.ts') ? fromSource() : new Worker(new URL('./ticket-worker.js', import.meta.url));

/**
 * Prints tickets on a thread of its own, because shaping and subsetting fonts takes long enough to delay other
 * requests. The thread starts with the first ticket, and keeps the process alive only while somebody waits for one.
 */
export function pdfTicketPrinter(): TicketPrinter {
  let thread: Thread | undefined;
  let requests = 0;

  function start(): Thread {
    const pending = new Map<number, Pending>();
    const worker = startWorker();
    worker.on('message', (result: PrintResult) => {
      const waiting = pending.get(result.number);
      pending.delete(result.number);
      if (pending.size === 0) worker.unref();
      if ('content' in result) waiting?.resolve(result.content);
      else waiting?.reject(result.error);
    });
    const stop = (error: unknown): void => {
      thread = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    worker.on('error', stop);
    worker.on('exit', () => stop(new Error('The thread that prints tickets has ended.')));
    return { worker, pending };
  }

  return {
    print: (ticket: Ticket) =>
      new Promise((resolve, reject) => {
        thread ??= start();
        const request: PrintRequest = { number: (requests += 1), ticket };
        thread.pending.set(request.number, { resolve, reject });
        thread.worker.ref();
        thread.worker.postMessage(request);
      }),
  };
}

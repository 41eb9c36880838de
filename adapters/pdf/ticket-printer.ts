import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Ticket, TicketPrinter } from '../../core/tickets/ports.ts';
import type { Delivery, Order } from './ticket-worker.ts';

interface Customer {
  readonly take: (content: Uint8Array) => void;
  readonly complain: (fault: unknown) => void;
}

interface Press {
  readonly worker: Worker;
  readonly customers: Map<number, Customer>;
}

/** Run from source, the thread needs the loader that runs this process: Node 20 does not hand it on. */
function fromSource(): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/esm/api').replace(/\.cjs$/, '.mjs');
  const [api, source] = [pathToFileURL(loader), new URL('./ticket-worker.ts', import.meta.url)];
  return new Worker(`import('${api.href}').then(({ register }) => { register(); return import('${source.href}'); });`, { eval: true });
}

const startWorker = (): Worker => (import.meta.url.endsWith('.ts') ? fromSource() : new Worker(new URL('./ticket-worker.js', import.meta.url)));

/**
 * Prints tickets on a thread of its own: shaping and subsetting fonts takes long enough to be felt by everybody else's requests.
 * The thread starts with the first ticket, fonts and all, and keeps the process alive only while somebody waits.
 */
export function pdfTicketPrinter(): TicketPrinter {
  let press: Press | undefined;
  let orders = 0;

  function start(): Press {
    const customers = new Map<number, Customer>();
    const worker = startWorker();
    worker.on('message', (delivery: Delivery) => {
      const customer = customers.get(delivery.number);
      customers.delete(delivery.number);
      if (customers.size === 0) worker.unref();
      if ('content' in delivery) customer?.take(delivery.content);
      else customer?.complain(delivery.fault);
    });
    const stop = (fault: unknown): void => {
      press = undefined;
      for (const { complain } of customers.values()) complain(fault);
      customers.clear();
    };
    worker.on('error', stop);
    worker.on('exit', () => stop(new Error('The thread that prints tickets has ended.')));
    return { worker, customers };
  }

  return {
    print: (ticket: Ticket) => new Promise((take, complain) => {
      press ??= start();
      const order: Order = { number: orders += 1, ticket };
      press.customers.set(order.number, { take, complain });
      press.worker.ref();
      press.worker.postMessage(order);
    }),
  };
}

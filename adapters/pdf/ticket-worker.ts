import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Ticket } from '../../core/tickets/ports.ts';
import { drawTicket } from './draw-ticket.ts';

/** What the printer sends to this thread. */
export interface PrintRequest {
  readonly number: number;
  readonly ticket: Ticket;
}

/** What it gets back. */
export type PrintResult =
  { readonly number: number; readonly content: Uint8Array } | { readonly number: number; readonly error: unknown };

async function print({ number, ticket }: PrintRequest): Promise<void> {
  const result: PrintResult = await drawTicket(ticket).then(
    (content) => ({ number, content }),
    (error: unknown) => ({ number, error }),
  );
  parentPort?.postMessage(result);
}

// A ticket can wait a moment, unlike a passenger who wants a seat. On Linux a priority is that of the thread alone,
// elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.on('message', (request: PrintRequest) => void print(request));

import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Ticket } from '../../core/tickets/ports.ts';
import { drawTicket } from './draw-ticket.ts';

/** What the printer sends, and what it gets. */
export interface Order {
  readonly number: number;
  readonly ticket: Ticket;
}

export type Delivery = { readonly number: number; readonly content: Uint8Array } | { readonly number: number; readonly fault: unknown };

async function deliver({ number, ticket }: Order): Promise<void> {
  const delivery: Delivery = await drawTicket(ticket).then((content) => ({ number, content }), (fault: unknown) => ({ number, fault }));
  parentPort?.postMessage(delivery);
}

// Tickets can wait a moment, and passengers who want seats can't. On Linux a priority belongs to the thread alone, elsewhere to the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.on('message', (order: Order) => void deliver(order));

import type { PrintedManifest } from '../../core/boarding/ports.ts';
import type { PrintedShift } from '../../core/counter/ports.ts';
import type { PrintedStatement } from '../../core/ledger/statement-ports.ts';
import type { Ticket } from '../../core/tickets/ports.ts';
import { drawManifest } from './draw-manifest.ts';
import { drawShift } from './draw-shift.ts';
import { drawStatement } from './draw-statement.ts';
import { drawTicket } from './draw-ticket.ts';

/** A document to be drawn. */
export type Drawing =
  | { readonly kind: 'ticket'; readonly content: Ticket }
  | { readonly kind: 'manifest'; readonly content: PrintedManifest }
  | { readonly kind: 'shift'; readonly content: PrintedShift }
  | { readonly kind: 'statement'; readonly content: PrintedStatement };

/** Draws a document as a PDF. */
export async function draw({ kind, content }: Drawing): Promise<Uint8Array> {
  switch (kind) {
    case 'ticket':
      return drawTicket(content);
    case 'manifest':
      return drawManifest(content);
    case 'shift':
      return drawShift(content);
    case 'statement':
      return drawStatement(content);
  }
}

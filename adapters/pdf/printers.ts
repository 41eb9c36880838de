import type { ManifestPrinter } from '../../core/boarding/ports.ts';
import type { ShiftPrinter } from '../../core/counter/ports.ts';
import type { StatementPrinter } from '../../core/ledger/statement-ports.ts';
import type { TicketPrinter } from '../../core/tickets/ports.ts';
import { pdfThread } from './pdf-thread.ts';

/** Prints tickets on their own thread, so that no ticket waits for a long document. */
export function pdfTicketPrinter(): TicketPrinter {
  const draw = pdfThread('one page');
  return { print: (content) => draw({ kind: 'ticket', content }) };
}

export function pdfStatementPrinter(): StatementPrinter {
  const draw = pdfThread('any length');
  return { print: (content) => draw({ kind: 'statement', content }) };
}

export function pdfManifestPrinter(): ManifestPrinter {
  const draw = pdfThread('any length');
  return { print: (content) => draw({ kind: 'manifest', content }) };
}

export function pdfShiftPrinter(): ShiftPrinter {
  const draw = pdfThread('one page');
  return { print: (content) => draw({ kind: 'shift', content }) };
}

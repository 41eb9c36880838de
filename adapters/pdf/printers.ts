import type { ManifestPrinter } from '../../core/boarding/print-manifest.ts';
import type { StatementPrinter } from '../../core/ledger/statement-ports.ts';
import type { TicketPrinter } from '../../core/tickets/ports.ts';
import { pdfThread } from './pdf-thread.ts';

/** Prints tickets on a thread of their own: nobody waits for one behind a long document. */
export function pdfTicketPrinter(): TicketPrinter {
  const draw = pdfThread('one page');
  return { print: (content) => draw({ kind: 'ticket', content }) };
}

/** The printer of statements. */
export function pdfStatementPrinter(): StatementPrinter {
  const draw = pdfThread('any length');
  return { print: (content) => draw({ kind: 'statement', content }) };
}

/** The printer of manifests. */
export function pdfManifestPrinter(): ManifestPrinter {
  const draw = pdfThread('any length');
  return { print: (content) => draw({ kind: 'manifest', content }) };
}

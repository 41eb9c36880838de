import { documentsBusy } from './problems.ts';

/** A caller who waits for a document. */
export interface DrawingRequest {
  /** The account of the caller. */
  readonly account: string;
  /** A ticket has one page, and its passenger may be waiting at a bus. Other documents may have hundreds of pages. */
  readonly kind: 'ticket' | 'document';
  /** A signal that is aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

interface Waiting extends DrawingRequest {
  readonly begin: () => void;
}

/** Waits for a turn, then does the work. Throws `documentsBusy` if too many wait, or the caller hung up. */
export type DrawingQueue = <Result>(request: DrawingRequest, work: () => Promise<Result>) => Promise<Result>;

const MOST_WAITING = 32;

/**
 * One queue for all documents drawn for callers. Draws one ticket and one other document at a time, each in its own
 * thread. Draws one document at a time for an account. Tickets do not wait for long documents.
 */
export function drawingQueue(): DrawingQueue {
  const waiting: Waiting[] = [];
  const drawing = new Set<DrawingRequest>();

  const mayBegin = (request: DrawingRequest): boolean =>
    [...drawing].every(({ account, kind }) => account !== request.account && kind !== request.kind);

  function beginNext(): void {
    // Tickets come first: if an account waits for two documents, its ticket begins.
    const inOrder = [
      ...waiting.filter(({ kind }) => kind === 'ticket'),
      ...waiting.filter(({ kind }) => kind !== 'ticket'),
    ];
    for (const next of inOrder)
      if (mayBegin(next)) {
        leave(next);
        drawing.add(next);
        next.begin();
      }
  }

  const leave = (request: Waiting): void => {
    const index = waiting.indexOf(request);
    if (index !== -1) waiting.splice(index, 1);
  };

  const turn = (request: DrawingRequest): Promise<DrawingRequest> =>
    new Promise((resolve, reject) => {
      const hangUp = (): void => {
        leave(place);
        reject(documentsBusy());
      };
      const place: Waiting = {
        ...request,
        begin: () => {
          request.signal.removeEventListener('abort', hangUp);
          resolve(place);
        },
      };
      waiting.push(place);
      request.signal.addEventListener('abort', hangUp, { once: true });
      beginNext();
    });

  return async (request, work) => {
    if (request.signal.aborted) throw documentsBusy();
    if (waiting.length >= MOST_WAITING && !mayBegin(request)) throw documentsBusy();
    const place = await turn(request);
    try {
      return await work();
    } finally {
      drawing.delete(place);
      beginNext();
    }
  };
}

import { documentsBusy } from './problems.ts';

/** A caller's request for a document. */
export interface DrawingRequest {
  /** The user or device that makes the request, or the caller's IP address. */
  readonly account: string;
  /** `ticket`: one page, for a passenger who may be waiting at the bus. `document`: up to hundreds of pages. */
  readonly kind: 'ticket' | 'document';
  /** A signal that is aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

interface Waiting extends DrawingRequest {
  readonly begin: () => void;
}

/** Runs the work in its turn. Throws `documentsBusy` if too many requests wait, or if the caller hangs up. */
export type DrawingQueue = <Result>(request: DrawingRequest, work: () => Promise<Result>) => Promise<Result>;

const MOST_WAITING = 32;

/**
 * Makes the queue in which all requests for documents wait. One ticket and one other document are drawn at the same
 * time, each in its own thread. A caller gets one document at a time. Tickets do not wait for long documents.
 */
export function drawingQueue(): DrawingQueue {
  const waiting: Waiting[] = [];
  const drawing = new Set<DrawingRequest>();

  const mayBegin = (request: DrawingRequest): boolean =>
    [...drawing].every(({ account, kind }) => account !== request.account && kind !== request.kind);

  function beginNext(): void {
    // Tickets come first: if a caller waits for two documents, the ticket is drawn before the other.
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

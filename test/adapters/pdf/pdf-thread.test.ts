import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { pdfThread } from '../../../adapters/pdf/pdf-thread.ts';
import type { Drawing } from '../../../adapters/pdf/drawings.ts';
import type { DrawRequest } from '../../../adapters/pdf/pdf-worker.ts';

/** A fake thread that draws a document only when the test lets it. */
class FakeWorker extends EventEmitter {
  readonly asked: number[] = [];
  readonly ref = (): void => undefined;
  readonly unref = (): void => undefined;

  postMessage({ number }: DrawRequest): void {
    this.asked.push(number);
  }

  draw(): void {
    for (const number of this.asked.splice(0)) this.emit('message', { number, content: new Uint8Array([number]) });
  }
}

const DRAWING = { kind: 'ticket', content: {} } as Drawing;

describe('the PDF worker thread', () => {
  let started: FakeWorker[];
  let draw: ReturnType<typeof pdfThread>;

  beforeEach(() => {
    started = [];
    draw = pdfThread('one page', () => {
      const worker = new FakeWorker();
      started.push(worker);
      return worker as unknown as Worker;
    });
  });

  it('two PDFs requested at once are drawn by the same worker thread', async () => {
    const drawn = [draw(DRAWING), draw(DRAWING)];
    started[0]!.draw();
    expect(await Promise.all(drawn)).to.deep.equal([new Uint8Array([1]), new Uint8Array([2])]);
    expect(started).to.have.length(1);
  });

  it('a failed PDF worker thread is replaced only once, even if it ends after its replacement has started', async () => {
    const lost = Promise.allSettled([draw(DRAWING)]);
    const reason = new Error('out of memory');
    started[0]!.emit('error', reason);
    expect(await lost).to.deep.equal([{ status: 'rejected', reason }]);
    const next = draw(DRAWING);
    started[0]!.emit('exit', 1);
    const last = draw(DRAWING);
    expect(started).to.have.length(2);
    started[1]!.draw();
    expect([await next, await last]).to.deep.equal([new Uint8Array([2]), new Uint8Array([3])]);
  });
});

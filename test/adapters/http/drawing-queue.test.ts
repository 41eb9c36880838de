import { expect } from 'chai';
import { type DrawingQueue, type DrawingRequest, drawingQueue } from '../../../adapters/http/route/drawing-queue.ts';

/** Waits until pending promises have settled. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the PDF drawing queue', () => {
  let queue: DrawingQueue;
  /** The drawings that have begun, in order. The test ends each drawing. */
  let begun: string[];
  let endings: Map<string, () => void>;

  beforeEach(() => {
    [queue, begun, endings] = [drawingQueue(), [], new Map()];
  });

  const draw = (name: string, account: string, kind: DrawingRequest['kind'] = 'document', signal?: AbortSignal) =>
    queue({ account, kind, signal: signal ?? new AbortController().signal }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => endings.set(name, resolve));
      return name;
    }).catch((error: unknown) => (error as { readonly code?: string }).code);
  const end = async (name: string): Promise<void> => {
    endings.get(name)?.();
    await settle();
  };

  it('long PDFs are drawn one after the other, in the order of their requests', async () => {
    const drawn = [draw('one', 'asha'), draw('two', 'bikram'), draw('three', 'chandra')];
    await settle();
    expect(begun).to.deep.equal(['one']);
    for (const name of ['one', 'two', 'three']) await end(name);
    expect(begun).to.deep.equal(['one', 'two', 'three']);
    expect(await Promise.all(drawn)).to.deep.equal(['one', 'two', 'three']);
  });

  it('a ticket’s PDF is drawn before waiting statements and manifests, and in parallel with a PDF that is being drawn', async () => {
    void draw('statement', 'asha');
    void draw('manifest', 'bikram');
    void draw('ticket', 'chandra', 'ticket');
    await settle();
    expect(begun).to.deep.equal(['statement', 'ticket']);
  });

  it('only one PDF of an account is drawn at a time, and other accounts’ PDFs do not wait', async () => {
    void draw('first', 'asha', 'ticket');
    void draw('second', 'asha', 'ticket');
    void draw('statement', 'asha');
    void draw('other', 'bikram');
    await settle();
    expect(begun).to.deep.equal(['first', 'other']);
    await end('first');
    expect(begun).to.deep.equal(['first', 'other', 'second']);
    await end('other');
    expect(begun).to.have.length(3);
    await end('second');
    expect(begun.at(-1)).to.equal('statement');
  });

  it('an account’s ticket PDF is drawn before the same account’s other PDFs', async () => {
    void draw('drawn', 'asha', 'ticket');
    void draw('statement', 'asha');
    void draw('ticket', 'asha', 'ticket');
    await settle();
    await end('drawn');
    expect(begun).to.deep.equal(['drawn', 'ticket']);
  });

  it('the thirty-third PDF that would wait in the drawing queue is refused', async () => {
    void draw('drawn', 'asha');
    const waiting = Array.from({ length: 32 }, (_, index) => draw(`waiting ${index}`, `account ${index}`));
    await settle();
    expect(await draw('late', 'dipa')).to.equal('BUSY');
    void draw('ticket', 'dipa', 'ticket');
    await end('drawn');
    expect(begun).to.deep.equal(['drawn', 'ticket', 'waiting 0']);
    void draw('again', 'esha');
    for (let index = 0; index < 32; index += 1) await end(`waiting ${index}`);
    expect(await Promise.all(waiting)).to.have.length(32);
    expect(begun.at(-1)).to.equal('again');
  });

  it('a PDF is removed from the drawing queue when the client that requested it disconnects', async () => {
    const caller = new AbortController();
    void draw('drawn', 'asha');
    const gone = draw('gone', 'bikram', 'document', caller.signal);
    void draw('next', 'chandra');
    caller.abort();
    expect(await gone).to.equal('BUSY');
    await end('drawn');
    expect(begun).to.deep.equal(['drawn', 'next']);
  });

  it('a PDF that cannot be drawn lets the next PDF in the queue be drawn', async () => {
    const failed = queue({ account: 'asha', kind: 'document', signal: new AbortController().signal }, () =>
      Promise.reject(new Error('out of memory')),
    );
    void draw('next', 'asha');
    expect(await failed.catch(String)).to.include('out of memory');
    await settle();
    expect(begun).to.deep.equal(['next']);
  });
});

import { expect } from 'chai';
import { type Edge, startEdge } from '../../support/edge.ts';

describe('input validation', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge();
  });
  after(() => edge.close());

  const tell = (body: unknown) => edge.post('/api/things', body);
  const read = async (body: unknown) => (await tell(body)).json.body;
  const faults = async (body: unknown) => {
    const { status, json } = await tell(body);
    expect([status, json.code]).to.deep.equal([400, 'VALIDATION']);
    return json.errors as readonly { field: string; message: string }[];
  };

  it('a text field accepts a number or a boolean as text, and counts null or a missing value as empty text', async () => {
    expect(await read({ name: 42, note: true, secret: null })).to.deep.equal({ name: '42', note: 'true', secret: '' });
    expect(await read({ name: -1.5, note: false })).to.deep.equal({ name: '-1.5', note: 'false', secret: '' });
    expect(await faults('{"name": 1e400}')).to.deep.equal([{ field: 'name', message: 'must be text' }]);
  });

  it('a text field with an object or a list is refused, and the answer names every such field', async () => {
    expect(await faults({ name: {}, note: [], secret: { toString: 'x' } })).to.deep.equal([
      { field: 'name', message: 'must be text' },
      { field: 'note', message: 'must be text' },
      { field: 'secret', message: 'must be text' },
    ]);
    expect(await faults({ tags: ['a', { b: 1 }, null] })).to.deep.equal([
      { field: 'tags[1]', message: 'must be text' },
      { field: 'tags[2]', message: 'must be text' },
    ]);
  });

  it('the error message of a wrong field says in plain words what the field expects', async () => {
    expect(await faults({ count: 'three', tags: 'a' })).to.deep.equal([
      { field: 'count', message: 'must be a whole number' },
      { field: 'tags', message: 'must be a list' },
    ]);
    expect((await tell({ count: 1.5 })).json.detail).to.equal('count must be a whole number.');
    expect(await faults('{"count": 1e400}')).to.have.length(1);
  });

  it('a text field is trimmed and normalised to composed characters, and a password is not', async () => {
    const blank = ' \t\n\u00a0\u2003\u3000\ufeff\u2028';
    expect(
      await read({ name: `${blank}Cafe\u0301${blank}`, note: `${blank}\u0928\u093c${blank}`, secret: '  two words ' }),
    ).to.deep.equal({ name: 'Caf\u00e9', note: '\u0929', secret: '  two words ' });
  });

  it('a text field with control characters is refused, except newlines and tabs in multi-line fields', async () => {
    for (const character of ['\0', '\u0001', '\u001b', '\u007f', '\u0085', '\u009f', '\n', '\t', '\r']) {
      expect(await faults({ name: `a${character}b` }), JSON.stringify(character)).to.deep.equal([
        { field: 'name', message: 'must not contain control characters' },
      ]);
      expect(await faults({ secret: `a${character}b` })).to.have.length(1);
    }
    expect(await read({ note: 'a\nb\tc\r\nd\re' })).to.include({ note: 'a\nb\tc\nd\ne' });
    for (const character of ['\0', '\u000b', '\u001b', '\u0085'])
      expect(await faults({ note: `a${character}b` })).to.have.length(1);
    expect(await faults({ tags: ['A1', 'B\0'] })).to.deep.equal([
      { field: 'tags[1]', message: 'must not contain control characters' },
    ]);
  });

  it('a text field with half a surrogate pair is refused, and characters outside the BMP are accepted', async () => {
    expect(await faults('{"name":"\\ud83d"}')).to.deep.equal([
      { field: 'name', message: 'must not contain half a character (a lone surrogate)' },
    ]);
    expect(await read('{"name":"\\ud83d\\ude8c"}')).to.include({ name: '🚌' });
  });

  it('a refused value is not repeated in the error answer', async () => {
    const { text } = await tell({ secret: 'hunter2\0', name: ['hunter2'], count: 'hunter2', tags: { hunter2: 1 } });
    expect(text).not.to.include('hunter2');
  });

  it('an error answer lists at most 20 faults of a request body', async () => {
    expect(await faults({ tags: Array.from({ length: 30_000 }, () => ({})) })).to.have.length(20);
  });
});

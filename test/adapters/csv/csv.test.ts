import { expect } from 'chai';
import fc from 'fast-check';
import { csv } from '../../../adapters/csv/csv.ts';

const BOM = '\ufeff';
/** A CSV table's lines without the header and the byte order mark. */
const bodyOf = (...cells: Parameters<typeof csv>[1][number]): string =>
  csv(['a'], [cells]).slice(`${BOM}a\r\n`.length).slice(0, -2);

describe('CSV', () => {
  it('a CSV begins with a byte order mark, and ends each line with CR and LF', () => {
    expect(
      csv(
        ['code', 'amount'],
        [
          ['BT-1', 1200],
          ['BT-2', 0.5],
        ],
      ),
    ) //
      .to.equal(`${BOM}code,amount\r\nBT-1,1200\r\nBT-2,0.5\r\n`);
  });

  it('a CSV file without rows has its header', () => {
    expect(csv(['code', 'amount'], [])).to.equal(`${BOM}code,amount\r\n`);
  });

  it('a CSV is encoded in UTF-8 and keeps every character', () => {
    expect(Buffer.from(csv(['नाम'], [['राम 🚌']])).subarray(0, 3)).to.deep.equal(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bodyOf('राम 🚌')).to.equal('राम 🚌');
  });

  it('a CSV file puts quotes around cells that contain separators, and doubles quotes inside cells', () => {
    expect(bodyOf('Sharma, Ram')).to.equal('"Sharma, Ram"');
    expect(bodyOf('the "fast" bus')).to.equal('"the ""fast"" bus"');
    expect(bodyOf('two\nlines')).to.equal('"two\nlines"');
    expect(bodyOf('two\rlines')).to.equal('"two\rlines"');
    expect(bodyOf('half; and half')).to.equal('"half; and half"');
  });

  it('a CSV leaves the cell of a missing value empty', () => {
    expect(bodyOf('', null, 0)).to.equal(',,0');
  });

  for (const sign of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠'])
    it(`a CSV puts an apostrophe before a text that begins with ${JSON.stringify(sign)}`, () => {
      expect(bodyOf(`${sign}1+1`)).to.equal(`'${sign}1+1`);
      expect(bodyOf(sign)).to.equal(`'${sign}`);
      expect(bodyOf(`1${sign}1`)).to.equal(`1${sign}1`);
    });

  it('a CSV puts an apostrophe before a part behind a semicolon that begins like a formula', () => {
    expect(bodyOf('Ram;=1+1')).to.equal(`"Ram;'=1+1"`);
    expect(bodyOf('Ram; \u00a0+1;@x')).to.equal(`"Ram; \u00a0'+1;'@x"`);
    expect(bodyOf('Ram;\t=1')).to.equal(`"Ram;'\t=1"`);
  });

  it('a CSV puts an apostrophe before digits that a spreadsheet would change, but not before a number', () => {
    expect(bodyOf('0123', '00', '1234567890123456')).to.equal(`'0123,'00,'1234567890123456`);
    expect(bodyOf('0', '123456789012345', '0.5', 1234567890123456)).to.equal('0,123456789012345,0.5,1234567890123456');
  });

  it('a CSV cell whose text begins with a carriage return gets an apostrophe before the text, inside its quotes', () => {
    expect(bodyOf('\r=1+1')).to.equal(`"'\r=1+1"`);
    expect(bodyOf('=HYPERLINK("http://evil",1)')).to.equal(`"'=HYPERLINK(""http://evil"",1)"`);
  });

  it('a CSV file quotes and escapes the cells of its header like other cells', () => {
    expect(csv(['=1+1'], [])).to.equal(`${BOM}'=1+1\r\n`);
  });

  it('a CSV file puts no apostrophe before numbers, not even before negative numbers', () => {
    expect(bodyOf(-12.5, -1, 1200, 0.0625)).to.equal('-12.5,-1,1200,0.0625');
    expect(bodyOf('-12.5')).to.equal(`'-12.5`);
  });

  it('a CSV file is parsed back to the same texts, whatever characters they contain', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', '-', '\t', ' ') }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(texts), (rows) => {
        expect(read(csv(['a'], rows)).slice(1)).to.deep.equal(rows.map((row) => row.map(escaped)));
      }),
    );
  });
});

const escaped = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Reads CSV by RFC 4180, character by character. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  let [cell, quoted] = ['', false];
  const endCell = (): void => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let at = BOM.length; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted && sign === '"' && text[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ',') endCell();
    else if (!quoted && sign === '\r' && text[at + 1] === '\n') {
      endCell();
      rows.push([]);
      at += 1;
    } else cell += sign;
  }
  return rows.slice(0, -1);
}

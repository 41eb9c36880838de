import { expect } from 'chai';
import { displayName, downloadName, fileTypeOf } from '../../../core/fleet/documents.ts';
import { bytes, JPEG, PDF, PNG } from '../../support/documents.ts';

describe('the type of a file', () => {
  it('the type of a document file is recognized by its first bytes', () => {
    expect([PDF, JPEG, PNG].map(fileTypeOf)).to.deep.equal(['application/pdf', 'image/jpeg', 'image/png']);
    expect(fileTypeOf(bytes('%PDF-'))).to.equal('application/pdf');
  });

  it('a document file of a forbidden type is refused, even if its first bytes are those of an allowed type', () => {
    const before = (text: string) => new Uint8Array([...bytes(text), ...PDF]);
    for (const content of [
      new Uint8Array(),
      bytes('%'),
      bytes('%PDF'),
      bytes('%pdf-1.7'),
      before(' '),
      before('\n'),
      before('\ufeff'),
      before('<script>alert(1)</script>'),
      before('#!/bin/sh\n'),
      before('GIF89a'),
      before('PK\u0003\u0004'),
      bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      JPEG.slice(0, 2),
      JPEG.slice(1),
      PNG.slice(0, 7),
      PNG.slice(1),
    ])
      expect(fileTypeOf(content), String(content)).to.equal(undefined);
  });
});

describe('the name of a file', () => {
  const shown = (given: string) => displayName(given, 'application/pdf');

  it('an ordinary name of a document file is shown unchanged', () => {
    for (const name of ['insurance.pdf', 'बिमा २०८३.pdf', 'a b (2).PDF', 'no ending', '.hidden', 'क्‍ष.pdf'])
      expect(shown(name)).to.equal(name);
  });

  it('the name of a document file is shown without folders and invisible characters', () => {
    expect(shown('../../etc/passwd')).to.equal('passwd');
    expect(shown('C:\\Users\\Sita\\insurance.pdf')).to.equal('insurance.pdf');
    expect(shown('in\u0000sur\r\nance\u007f\u0085.pdf')).to.equal('insurance.pdf');
    expect(shown('insurance\u202efdp.exe')).to.equal('insurancefdp.exe');
    expect(shown('half \ud800 a character')).to.equal('half  a character');
    expect(shown('  e\u0301lan.pdf ')).to.equal('élan.pdf');
  });

  it('the name of a document file is shown with at most 150 characters', () => {
    expect(shown('😀'.repeat(151))).to.equal('😀'.repeat(150));
    expect(shown('x'.repeat(149) + '  y')).to.equal('x'.repeat(149));
  });

  it('a document file without a name gets a default name', () => {
    for (const name of ['', ' ', '/', 'folder/', '\u0000'])
      expect(displayName(name, 'image/jpeg'), JSON.stringify(name)).to.equal('document.jpg');
  });

  it('a downloaded document file has a name that ends with the extension of its type', () => {
    expect(downloadName('a.pdf', 'application/pdf')).to.equal('a.pdf');
    expect(downloadName('A.PDF', 'application/pdf')).to.equal('A.PDF');
    expect(downloadName('a.html', 'application/pdf')).to.equal('a.html.pdf');
    expect(downloadName('a.pdf', 'image/png')).to.equal('a.pdf.png');
    expect(['a.jpg', 'a.jpeg', 'a'].map((name) => downloadName(name, 'image/jpeg'))).to.deep.equal([
      'a.jpg',
      'a.jpeg',
      'a.jpg',
    ]);
  });
});

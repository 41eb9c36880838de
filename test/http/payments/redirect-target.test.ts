import { expect } from 'chai';
import fc from 'fast-check';
import { redirectTarget, readAllowedOrigin, withFragment } from '../../../adapters/http/route/redirect-target.ts';

const origins = (...texts: readonly string[]) => texts.map((text) => readAllowedOrigin(text)!);
const ALLOWED = origins('http://localhost', 'http://127.0.0.1', 'https://portal.example.com:8443');
const FALLBACK = 'https://operators.example.com/login';

const pageFor = (next: string): string => redirectTarget(next, ALLOWED, FALLBACK);

describe('redirect targets after sign-in', () => {
  it('a sign-in redirects to the requested page if its origin is allowed', () => {
    const pages = [
      'http://localhost/',
      'http://localhost:5173/operator?tab=1',
      'http://127.0.0.1:8080/a/b',
      'https://portal.example.com:8443/x',
    ];
    for (const page of pages) expect(pageFor(page)).to.equal(page);
    expect(pageFor('http://localhost')).to.equal('http://localhost/');
    expect(pageFor('HTTP://LocalHost:5173/a/../b')).to.equal('http://localhost:5173/b');
  });

  it('a sign-in redirects to the login page if the requested origin only begins like an allowed origin', () => {
    const crafted = [
      'http://localhost.example',
      'http://localhost.evil.example/',
      'http://localhost@evil.example/',
      'http://localhost:80@evil.example/',
      'http://localhost:x@evil.example',
      'http://127.0.0.1.evil.example',
      'http://127.0.0.1@evil.example',
      'http://localhost\\@evil.example/',
      'http://localhost\\.evil.example',
      'http://localhost%2eevil.example',
      'http://localhost。evil.example',
      'http://localhost．evil',
      'http://localhostevil',
      'http://localhost\t.evil.example',
      'http://localhost\n.evil.example/',
      'http://local\u00adhost.evil/',
      'http://localhost:5173\r\nSet-Cookie: a=b',
      'http://localhost-evil.example',
      'http://localhost,evil.example',
      'http://user:secret@localhost/',
      'http://@localhost/',
      'http://127.0.0.10/',
    ];
    for (const next of crafted) expect(pageFor(next), JSON.stringify(next)).to.equal(FALLBACK);
  });

  it('a sign-in redirects to the login page if the requested address has a wrong scheme, host or port, or is missing', () => {
    const others = [
      '',
      ' ',
      'localhost',
      '//localhost/',
      '///localhost',
      '/operator',
      'http:localhost',
      'http:/localhost/',
      'http:///localhost',
      'https://localhost/',
      'ftp://localhost',
      'file:///etc/passwd',
      'javascript:alert(1)//http://localhost',
      'data:text/html,http://localhost',
      'https://portal.example.com/',
      'https://portal.example.com:8444/',
      'http://portal.example.com:8443/',
      'http://localhost:99999/',
      'http://[::1]/',
      'http://evil.example/http://localhost',
      ` http://localhost/`,
      'http://localhost/ ',
      `http://localhost/${'a'.repeat(2_000)}`,
    ];
    for (const next of others) expect(pageFor(next), JSON.stringify(next)).to.equal(FALLBACK);
  });

  it('a sign-in never redirects outside the allowed origins, whatever address is requested', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'http://',
        'https://',
        'http:',
        '//',
        '/',
        '\\',
        '\\\\',
        '@',
        ':',
        '.',
        '#',
        '?',
        '%',
        '%2f',
        '%5c',
        '%40',
        '%00',
        '%0d%0a',
        '。',
        '．',
        '／',
        '＠',
        '：',
        '\t',
        '\r\n',
        '\0',
        ' ',
        '\u00ad',
        '\u200b',
        '\u2028',
        'localhost',
        '127.0.0.1',
        'LOCALHOST',
        'ｌocalhost',
        '127.1',
        '2130706433',
        '0x7f.1',
        '[::1]',
        'portal.example.com',
        ':8443',
        ':80',
        ':0',
        'evil.example',
        'evil',
        'user:pass',
        'javascript:',
        'data:',
        ';',
        ',',
        '-',
        '_',
        '..',
        '{',
        '<',
        '"',
        "'",
        '&',
        '=',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.webAuthority({ withUserInfo: true, withPort: true, withIPv4: true, withIPv6: true }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    const next = fc
      .tuple(
        fc.constantFrom(
          '',
          'http://localhost',
          'http://127.0.0.1',
          'https://portal.example.com:8443',
          'http://',
          'https://',
        ),
        fc.array(piece, { maxLength: 7 }),
      )
      .map(([start, pieces]) => start + pieces.join(''));
    // Reads the address as an old, strict client does, without the URL standard.
    const inside =
      /^(http:\/\/(localhost|127\.0\.0\.1)(:\d+)?|https:\/\/portal\.example\.com:8443|https:\/\/operators\.example\.com)\/[!-[\]-~]*$/;
    let led = 0;
    fc.assert(
      fc.property(next, (asked) => {
        const location = withFragment(pageFor(asked), { gerror: 'No.' });
        if (!location.startsWith(FALLBACK)) led += 1;
        expect(location).to.match(inside);
        expect(new URL(location).hash).to.equal('#gerror=No.');
        const { username, password, origin } = new URL(location);
        expect([username, password]).to.deep.equal(['', '']);
        expect([
          'http://localhost',
          'http://127.0.0.1',
          'https://portal.example.com:8443',
          'https://operators.example.com',
        ]).to.include(origin.replace(/^(http:\/\/[^:/]+):\d+$/, '$1'));
      }),
      { numRuns: 10_000 },
    );
    expect(led).to.be.above(100);
  });

  it('a sign-in redirects with its result in the fragment of the address, in place of an earlier fragment', () => {
    expect(
      withFragment('http://localhost:5173/a?b=c#gaccess=forged', { gname: 'Sita & Co', gemail: 'sita+x@example.com' }),
    ).to.equal('http://localhost:5173/a?b=c#gname=Sita+%26+Co&gemail=sita%2Bx%40example.com');
  });
});

describe('allowed origins', () => {
  it('an allowed origin is a scheme and a host, with a port only if the setting has one', () => {
    expect(readAllowedOrigin('http://localhost')).to.deep.equal({
      protocol: 'http:',
      hostname: 'localhost',
      port: undefined,
    });
    expect(readAllowedOrigin('https://portal.example.com/')).to.deep.equal({
      protocol: 'https:',
      hostname: 'portal.example.com',
      port: undefined,
    });
    expect(readAllowedOrigin('https://portal.example.com:443')?.port).to.equal('443');
    const strict = origins('https://portal.example.com:443');
    expect(redirectTarget('https://portal.example.com/x', strict, FALLBACK)).to.equal('https://portal.example.com/x');
    expect(redirectTarget('https://portal.example.com:444/x', strict, FALLBACK)).to.equal(FALLBACK);
  });

  it('an allowed origin with a path, query or credentials is refused', () => {
    for (const text of [
      '',
      '*',
      'localhost',
      'ftp://localhost',
      'http://',
      'http://localhost/path',
      'http://a@localhost',
      'http://localhost?x',
      'http://local host',
      'http://localhost:99999',
      'http://localhost:x',
    ]) {
      expect(readAllowedOrigin(text), text).to.equal(undefined);
    }
  });
});

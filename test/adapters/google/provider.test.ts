import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { googleProvider } from '../../../adapters/google/provider.ts';
import { type Provider, startProvider } from '../../support/oauth.ts';

const VERIFIER = '0f8b7c1d-2e3f-4a5b-8c7d-8e9f00112233-0f8b7c1d-2e3f-4a5b-8c7d-8e9f00112233';
const CLIENT = {
  clientId: 'our-client',
  clientSecret: 'our-secret',
  redirectUri: 'http://localhost:3000/api/auth/google/callback',
};

describe('sign-in with Google', () => {
  let provider: Provider;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());
  beforeEach(() => {
    provider.person = { email: 'Sita@Example.com', email_verified: true, name: 'Sita Rai' };
    provider.tokenTwist = provider.userinfoTwist = undefined;
  });

  const google = (urls: Partial<Pick<Provider, 'authorizeUrl' | 'tokenUrl' | 'userinfoUrl'>> = {}) => {
    const { authorizeUrl, tokenUrl, userinfoUrl } = provider;
    return googleProvider({ ...CLIENT, authorizeUrl, tokenUrl, userinfoUrl, ...urls, timeoutMs: 500 });
  };
  const codeFor = async (verifier = VERIFIER): Promise<string> =>
    (await provider.agree(google().authorizationUrl({ state: 'our-state', verifier }))).searchParams.get('code')!;
  const identify = async (urls = {}, verifier = VERIFIER) => google(urls).identify({ code: await codeFor(), verifier });

  it('a Google sign-in begins with the parameters of the code flow with PKCE, without the PKCE verifier', () => {
    const url = new URL(google().authorizationUrl({ state: 'our-state', verifier: VERIFIER }));
    expect(`${url.origin}${url.pathname}`).to.equal(provider.authorizeUrl);
    expect(Object.fromEntries(url.searchParams)).to.deep.equal({
      client_id: 'our-client',
      redirect_uri: CLIENT.redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'our-state',
      prompt: 'select_account',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.to.contain(VERIFIER);
  });

  it('a Google sign-in’s PKCE challenge is computed as in RFC 7636', () => {
    const url = new URL(
      google().authorizationUrl({ state: 's', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }),
    );
    expect(url.searchParams.get('code_challenge')).to.equal('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });

  it('a Google sign-in keeps the query parameters of the configured Google URL', () => {
    const url = new URL(
      google({ authorizeUrl: 'https://id.example.com/authorize?tenant=bus' }).authorizationUrl({
        state: 's',
        verifier: VERIFIER,
      }),
    );
    expect([url.searchParams.get('tenant'), url.searchParams.get('state')]).to.deep.equal(['bus', 's']);
  });

  it('a Google sign-in returns the person’s name and e-mail address', async () => {
    expect(await identify()).to.deep.equal({ email: 'Sita@Example.com', emailVerified: true, name: 'Sita Rai' });
    expect(provider.exchanged.at(-1)).to.include({
      grant_type: 'authorization_code',
      redirect_uri: CLIENT.redirectUri,
      client_id: 'our-client',
      client_secret: 'our-secret',
      code_verifier: VERIFIER,
    });
  });

  it('a Google sign-in fails if the PKCE verifier does not belong to the authorization code', async () => {
    expect(await identify({}, VERIFIER.replace('0', '1'))).to.equal('no access token');
  });

  it('the e-mail address of a Google sign-in counts as verified only if email_verified is true', async () => {
    for (const claim of [
      {},
      { email_verified: false },
      { email_verified: 'true' },
      { email_verified: 1 },
      { email_verified: null },
      { verified_email: true },
    ]) {
      provider.person = { email: 'sita@example.com', ...claim };
      expect(await identify(), JSON.stringify(claim)).to.deep.equal({
        email: 'sita@example.com',
        emailVerified: false,
        name: undefined,
      });
    }
  });

  it('a Google sign-in that brings no e-mail address reports that the address is missing', async () => {
    for (const person of [
      { name: 'Sita' },
      { email: '' },
      { email: 17 },
      { email: null },
      { email: ['a@example.com'] },
    ]) {
      provider.person = person;
      expect(await identify(), JSON.stringify(person)).to.equal('no email');
    }
  });

  it('a Google sign-in fails if Google refuses the authorization code or returns no token', async () => {
    const twists: readonly Provider['tokenTwist'][] = [
      (response) => {
        response.statusCode = 400;
        response.body = { error: 'invalid_grant' };
      },
      (response) => {
        response.body = { token_type: 'Bearer' };
      },
      (response) => {
        response.body = { access_token: 17 };
      },
      (response) => {
        response.statusCode = 401;
        response.body = { access_token: 'stolen' };
      },
      (response) => {
        response.body = '';
      },
    ];
    for (const twist of twists) {
      provider.tokenTwist = twist;
      expect(await identify()).to.equal('no access token');
    }
  });

  describe('a Google sign-in with faults of Google', () => {
    const servers: Server[] = [];
    afterEach(() => {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
    });

    const serverThat = (answer: RequestListener): Promise<string> =>
      new Promise((resolve) => {
        const server = createServer(answer).listen(0, '127.0.0.1', () =>
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
        );
        servers.push(server);
      });

    const answers: Readonly<Record<string, RequestListener>> = {
      'answers 502': (_, response) => {
        response.writeHead(502).end('{}');
      },
      'never answers': () => undefined,
      'never ends its answer': (_, response) => {
        response.writeHead(200).write('{"access_token":"a');
      },
      'hangs up': (request) => {
        request.socket.destroy();
      },
      'answers without end': (_, response) => {
        response.writeHead(200);
        const more = setInterval(() => response.write('x'.repeat(16_384)), 1);
        response.on('close', () => clearInterval(more));
      },
      'answers a little more than 64 KiB': (_, response) => {
        response.end(JSON.stringify({ access_token: 'a', email: 'sita@example.com', more: 'x'.repeat(64 * 1024) }));
      },
      'answers with a decompression bomb': (_, response) => {
        response
          .writeHead(200, { 'Content-Encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(20 * 1024 * 1024, '{"access_token":"a"}')));
      },
    };
    for (const [what, answer] of Object.entries(answers)) {
      it(`a Google sign-in reports a network error if Google ${what}`, async () => {
        const url = await serverThat(answer);
        expect(await identify({ tokenUrl: url })).to.equal('network');
        expect(await identify({ userinfoUrl: url })).to.equal('network');
      });
    }

    it('a Google sign-in follows no HTTP redirect of Google’s server', async () => {
      let visitors = 0;
      const elsewhere = await serverThat((_, response) => {
        visitors += 1;
        response.end(JSON.stringify({ access_token: 'a', email: 'thief@example.org' }));
      });
      for (const status of [301, 302, 303, 307, 308]) {
        const redirecting = await serverThat((_, response) => {
          response.writeHead(status, { Location: elsewhere }).end();
        });
        expect(await identify({ tokenUrl: redirecting })).to.equal('network');
        expect(await identify({ userinfoUrl: redirecting })).to.equal('network');
      }
      expect(visitors).to.equal(0);
    });

    it('a Google sign-in accepts a response of Google just under 64 KiB', async () => {
      const wordy = await serverThat((_, response) => {
        response.end(JSON.stringify({ email: 'sita@example.com', more: 'x'.repeat(60_000) }));
      });
      expect(await identify({ userinfoUrl: wordy })).to.include({ email: 'sita@example.com' });
    });

    it('an access token with line breaks from Google adds no header to the next request', async () => {
      provider.tokenTwist = (response) => {
        response.body = { access_token: 'a\r\nX-Injected: yes' };
      };
      expect(await identify()).to.equal('network');
    });

    it('a Google sign-in refuses a malformed response of Google', async () => {
      for (const body of ['', 'null', '[]', '"text"', '{', '<html>']) {
        const url = await serverThat((_, response) => {
          response.end(body);
        });
        expect(await identify({ tokenUrl: url }), body).to.equal('no access token');
        expect(await identify({ userinfoUrl: url }), body).to.equal('no email');
      }
    });
  });
});

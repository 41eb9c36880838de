import { expect } from 'chai';
import { type Answer, startApi } from '../../support/http.ts';
import { CALLBACK, googleSignIns } from '../../support/google-sign-ins.ts';

describe('failed sign-ins with Google through HTTP', () => {
  const { provider, opened, environment, open, locationOf, fragmentOf, start, callBack, authorize, signIn } =
    googleSignIns();

  describe('failures of a sign-in with Google', () => {
    const problemOf = (answer: Answer): string => {
      expect(answer.status).to.equal(302);
      expect(Object.keys(fragmentOf(answer))).to.deep.equal(['gerror']);
      return fragmentOf(answer)['gerror']!;
    };
    const atLogin = (answer: Answer): boolean =>
      locationOf(answer).href.startsWith('http://tickets.example.com/operator-login.html#');

    it('a Google sign-in with a forged, used, old or another browser’s state parameter leads to the login page with an error', async () => {
      const api = await open();
      const next = 'http://localhost:5173/operator';
      const [mine, theirs] = [await authorize(api, { next }), await authorize(api, { next })];
      const bad = [
        await callBack(api, CALLBACK, mine.cookie),
        await callBack(api, `${CALLBACK}?state=forged&code=x`, mine.cookie),
        await callBack(api, mine.back),
        await callBack(api, mine.back, theirs.cookie),
        await callBack(api, mine.back.replace(/state=./, 'state=x'), mine.cookie),
        await callBack(api, `${CALLBACK}?error=access_denied`, mine.cookie),
      ];
      expect(fragmentOf(await callBack(api, mine.back, mine.cookie))).to.have.property('gticket');
      bad.push(await callBack(api, mine.back, mine.cookie));
      api.clock.advance(10.1);
      bad.push(await callBack(api, theirs.back, theirs.cookie));
      for (const answer of bad) {
        expect(problemOf(answer)).to.match(/start again/);
        expect(atLogin(answer)).to.equal(true);
      }
    });

    it('a Google callback whose state was never given out, or without Google set up, writes nothing', async () => {
      const [api, without] = [await open(), await open({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' })];
      const { back, cookie } = await authorize(api);
      await callBack(api, `${CALLBACK}?state=x&code=y`, cookie);
      await callBack(without, back, cookie);
      for (const { dependencies } of [api, without])
        expect(await dependencies.transact(({ loginLog }) => loginLog.newest(10))).to.deep.equal([]);
      await callBack(api, back.replace(/code=[^&]*/, 'error=denied'), cookie);
      const [entry] = await api.dependencies.transact(({ loginLog }) => loginLog.newest(10));
      expect(entry?.kind).to.equal('FAILED');
    });

    it('a Google callback beyond the limit of sign-ins leads to the login page with an error', async () => {
      const api = await open({ RATE_LIMIT: 'on' });
      const call = async () => problemOf(await callBack(api, `${CALLBACK}?state=x&code=y`));
      const refused = new Set<string>();
      for (let n = 0; n < 500; n += 1) refused.add(await call());
      expect(refused.size).to.equal(1);
      expect(await call()).to.include('try again in a moment');
    });

    it('a HEAD to the Google callback is answered 405 and uses no state up', async () => {
      const api = await open();
      const { back, cookie } = await authorize(api);
      const { status, headers } = await api.send(back, { method: 'HEAD', headers: { Cookie: cookie } });
      expect([status, headers.get('allow')]).to.deep.equal([405, 'GET']);
      expect(fragmentOf(await callBack(api, back, cookie))).to.have.property('gticket');
    });

    it('a Google sign-in that is cancelled or returns no code leads to the page it began on, with an error', async () => {
      const api = await open();
      for (const [query, sentence] of [
        ['error=access_denied', /cancelled/],
        ['', /did not finish/],
      ] as const) {
        const { started, cookie } = await authorize(api, { next: 'http://localhost:5173/operator' });
        const state = locationOf(started).searchParams.get('state')!;
        const answer = await callBack(api, `${CALLBACK}?${new URLSearchParams({ state }).toString()}&${query}`, cookie);
        expect(problemOf(answer)).to.match(sentence);
        expect(locationOf(answer).origin).to.equal('http://localhost:5173');
      }
    });

    it('a Google sign-in shows an error if Google fails, or if the token or a verified e-mail address is missing', async () => {
      const api = await open();
      const problems: (readonly [() => void, RegExp])[] = [
        [
          () => {
            provider().tokenTwist = (response) => {
              response.statusCode = 500;
            };
          },
          /could not be reached/,
        ],
        [
          () => {
            provider().tokenTwist = (response) => {
              response.statusCode = 400;
              response.body = { error: 'invalid_grant' };
            };
          },
          /did not confirm/,
        ],
        [
          () => {
            provider().userinfoTwist = (response) => {
              response.statusCode = 503;
            };
          },
          /could not be reached/,
        ],
        [
          () => {
            provider().userinfoTwist = (response) => {
              response.body = { name: 'Nobody' };
            };
          },
          /did not tell us your e-mail address/,
        ],
        [
          () => {
            provider().userinfoTwist = (response) => {
              response.body = { email: 'sita@example.com', email_verified: false };
            };
          },
          /has not verified/,
        ],
      ];
      for (const [twist, sentence] of problems) {
        provider().tokenTwist = provider().userinfoTwist = undefined;
        twist();
        expect(problemOf(await signIn(api))).to.match(sentence);
      }
      provider().tokenTwist = provider().userinfoTwist = undefined;
    });

    it('a Google sign-in shows an error if the sign-in code could not be mailed', async () => {
      const api = await open();
      api.mailer.broken = true;
      expect(problemOf(await signIn(api))).to.match(/could not be mailed/);
    });

    it('a Google sign-in shows an error if Google is not configured', async () => {
      const api = await open({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
      const answer = await start(api, { next: 'http://localhost:5173/operator' });
      expect(problemOf(answer)).to.match(/not set up/);
      expect(locationOf(answer).origin).to.equal('http://localhost:5173');
      expect(problemOf(await callBack(api, `${CALLBACK}?state=x&code=y`))).to.match(/not set up/);
    });

    it('a Google sign-in shows an internal error on the login page', async () => {
      let isBroken = false;
      const api = await startApi({
        environment: environment(),
        between: (transact) => (work) => (isBroken ? Promise.reject(new Error('broken')) : transact(work)),
      });
      opened.push(api);
      isBroken = true;
      const answer = await signIn(api);
      expect(problemOf(answer)).to.match(/Something went wrong/);
      expect(atLogin(answer)).to.equal(true);
    });
  });
});

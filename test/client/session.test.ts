import { expect } from 'chai';
import { type Tokens, createClient, isProblem } from '../../clients/typescript/src/index.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { onEveryServer } from '../support/http.ts';
import { aPassenger } from '../support/people.ts';

onEveryServer('a session of the client', (api) => {
  async function signedIn() {
    const { email } = await aPassenger(api().dependencies, {
      passwordHash: await api().dependencies.passwords.hash('to-the-hills'),
    });
    const paths: string[] = [];
    const kept: Tokens[] = [];
    const stranger = createClient({ baseUrl: api().url });
    const { access, refresh } = await stranger.signInPassenger({
      body: { identifier: email, password: 'to-the-hills' },
    });
    const bus = createClient({
      baseUrl: api().url,
      session: { access, refresh, onChange: (tokens) => kept.push(tokens) },
      onRequest: ({ operation }) => paths.push(operation),
    });
    return { bus, paths, kept };
  }

  it('parallel calls whose token has run out share one refresh, and each is sent once more', async () => {
    const { bus, paths, kept } = await signedIn();
    api().clock.set(minutesAfter(api().clock(), 60));
    const answers = await Promise.all([bus.getProfile(), bus.getProfile(), bus.getMe()]);
    expect(answers.map((answer) => typeof answer)).to.deep.equal(['object', 'object', 'object']);
    expect(paths.filter((operation) => operation === 'refreshSession')).to.have.length(1);
    expect(paths).to.have.length(3 + 1 + 3);
    expect(kept).to.have.length(1);
    await bus.getMe();
    expect(paths).to.have.length(8);
  });

  it('a wrong password is not sent a second time', async () => {
    const { bus, paths } = await signedIn();
    const error = await bus
      .changePassword({ body: { current_password: 'wrong-one', new_password: 'another-one' } })
      .catch((thrown: unknown) => thrown);
    expect(isProblem(error, 'changePassword', 'CURRENT_PASSWORD_WRONG')).to.equal(true);
    expect(isProblem(error, 'updateProfile', 'CURRENT_PASSWORD_WRONG')).to.equal(false);
    expect(paths).to.deep.equal(['changePassword']);
  });

  it('a session that was ended elsewhere refuses the call with the problem of its refresh', async () => {
    const { bus } = await signedIn();
    await bus.signOutEverywhere();
    const error = await bus.getMe().catch((thrown: unknown) => thrown);
    expect(error).to.include({ operation: 'refreshSession', status: 401 });
  });
});

import { expect } from 'chai';
import type { UserFilter } from '../../../core/accounts/user-directory.ts';
import type { Position } from '../../../core/kernel/page.ts';
import { folded } from '../../../core/kernel/folding.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, aPassengerByPhone, anAdmin, anOperator, JOINED } from '../../support/people.ts';

onEveryEngine('the list of users', (engine) => {
  const list = async (filter: UserFilter = {}, limit = 100) =>
    (await engine().userDirectory.list(filter, { limit })).rows;
  const names = async (filter: UserFilter) => (await list(filter)).map(({ fullName }) => fullName);
  const search = (text: string) => names({ q: folded(text) });

  it('the list of users shows every field, newest users first', async () => {
    const asha = await aPassenger(engine(), { phone: '9812345678', emailVerified: false });
    const sita = await anOperator(engine());
    await engine().transact(({ users }) => users.signedIn(sita.id, START));
    expect(await list()).to.deep.equal([
      {
        id: sita.id,
        fullName: 'Sita Rai',
        email: sita.email,
        phone: null,
        role: 'OPERATOR',
        status: 'ACTIVE',
        emailVerified: true,
        phoneVerified: false,
        lastLoginAt: START,
        createdAt: JOINED,
      },
      {
        id: asha.id,
        fullName: 'Asha Gurung',
        email: asha.email,
        phone: '9812345678',
        role: 'PASSENGER',
        status: 'ACTIVE',
        emailVerified: false,
        phoneVerified: false,
        lastLoginAt: null,
        createdAt: JOINED,
      },
    ]);
  });

  it('the list of users neither repeats nor skips anybody on later pages when users register between two pages', async () => {
    const added = [await aPassenger(engine()), await anAdmin(engine()), await anOperator(engine())];
    const seen: number[] = [];
    let after: Position | undefined;
    do {
      const page = await engine().userDirectory.list({}, { limit: 1, ...(after && { after }) });
      await aPassenger(engine());
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(seen).to.deep.equal(added.map(({ id }) => id).reverse());
  });

  it('the list of users is searched by any part of name, e-mail address or phone number, in any letter case', async () => {
    await aPassenger(engine(), { fullName: 'Élodie 100%_Gurung', email: 'elo@kathmandu.example', phone: '9812345678' });
    await aPassenger(engine(), { fullName: 'Bikram Rai', email: 'bikram@example.com', phone: '9700000001' });
    expect(await search('ÉLODIE')).to.deep.equal(['Élodie 100%_Gurung']);
    expect(await search('@KATHMANDU')).to.deep.equal(['Élodie 100%_Gurung']);
    expect(await search('123456')).to.deep.equal(['Élodie 100%_Gurung']);
    expect(await search('bikram')).to.deep.equal(['Bikram Rai']);
    expect(await search('example')).to.deep.equal(['Bikram Rai', 'Élodie 100%_Gurung']);
    expect([await search('%_'), await search('0_G'), await search('%r%')]).to.deep.equal([
      ['Élodie 100%_Gurung'],
      [],
      [],
    ]);
    // The search text is the end of one field followed by the beginning of the next. No field contains it.
    expect(await search('raibikram')).to.deep.equal([]);
  });

  it('a search of the list of users finds a user’s new name and phone number, and no longer the old ones', async () => {
    const { id } = await aPassenger(engine(), {
      fullName: 'Asha Gurung',
      email: 'asha@example.com',
      phone: '9812345678',
    });
    await engine().transact(({ users }) =>
      users.saveProfile(id, { fullName: 'Asha Thapa', phone: '9700000009', phoneVerified: false }),
    );
    expect([await search('gurung'), await search('981234')]).to.deep.equal([[], []]);
    for (const text of ['thapa', '9700000009', 'asha@example'])
      expect(await search(text), text).to.deep.equal(['Asha Thapa']);
    await engine().transact(({ users }) =>
      users.saveProfile(id, { fullName: 'Asha Thapa', phone: null, phoneVerified: false }),
    );
    expect([await search('97000'), await search('null')]).to.deep.equal([[], []]);
  });

  it('a search of the list of users finds an e-mail address that was added to the account later', async () => {
    const { id } = await aPassengerByPhone(engine(), '9811111111');
    await engine().transact(({ users }) => users.setEmail(id, { email: 'asha@example.com', emailVerified: true }));
    expect((await list({ q: 'asha@ex' })).map((user) => user.id)).to.deep.equal([id]);
  });

  it('the list of users is filtered by role, including added roles, and by status', async () => {
    const asha = await aPassenger(engine(), { fullName: 'Asha' });
    await aPassenger(engine(), { fullName: 'Bikram', status: 'SUSPENDED' });
    await anAdmin(engine(), { fullName: 'Anil' });
    await anOperator(engine(), { fullName: 'Sita' });
    await engine().transact(({ users }) => users.ensureOperator(asha.id, undefined, START));
    expect(await names({ role: 'OPERATOR' })).to.deep.equal(['Sita', 'Asha']);
    expect(await names({ role: 'PASSENGER' })).to.deep.equal(['Bikram', 'Asha']);
    expect(await names({ role: 'ADMIN' })).to.deep.equal(['Anil']);
    expect(await names({ status: 'SUSPENDED' })).to.deep.equal(['Bikram']);
    expect(await names({ role: 'PASSENGER', status: 'ACTIVE' })).to.deep.equal(['Asha']);
    expect(await names({ role: 'OPERATOR', status: 'ACTIVE', q: 'sita' })).to.deep.equal(['Sita']);
    const first = await engine().userDirectory.list({ role: 'OPERATOR' }, { limit: 1 });
    const second = await engine().userDirectory.list({ role: 'OPERATOR' }, { limit: 1, after: first.next! });
    expect([first.rows, second.rows].map(([user]) => user?.fullName)).to.deep.equal(['Sita', 'Asha']);
    expect(second.next).to.equal(undefined);
  });

  it('the list of users shows a user only once if one role is both the user’s primary and an added role', async () => {
    const sita = await anOperator(engine());
    await engine().transact(({ users }) => users.grantRole(sita.id, 'OPERATOR'));
    expect(await names({ role: 'OPERATOR' })).to.deep.equal(['Sita Rai']);
  });
});

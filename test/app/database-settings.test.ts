import { expect } from 'chai';
import { readSettings } from '../../app/settings.ts';

const POSTGRES = 'postgres://bus@db.example.com/busticket';
const REPLICA = 'postgres://bus@replica.example.com/busticket';

describe('settings of the database', () => {
  it('a database with several hosts is refused, and the message asks for one', () => {
    for (const name of ['DATABASE_URL', 'DATABASE_READ_URL'])
      expect(() =>
        readSettings({ DATABASE_URL: POSTGRES, [name]: 'postgres://bus@one.example.com,two.example.com/busticket' }),
      ).to.throw(new RegExp(`${name} must be .*one host`));
  });

  it('a service has no read replica unless the settings name one', () => {
    expect(readSettings({}).databaseReadUrl).to.equal(undefined);
    expect(readSettings({ DATABASE_URL: POSTGRES, DATABASE_READ_URL: REPLICA }).databaseReadUrl).to.equal(REPLICA);
  });

  it('a read replica in the settings is refused unless both the database and the replica are Postgres', () => {
    expect(() => readSettings({ DATABASE_READ_URL: REPLICA })).to.throw('DATABASE_READ_URL needs Postgres');
    expect(() => readSettings({ DATABASE_URL: POSTGRES, DATABASE_READ_URL: 'sqlite:./copy.sqlite' })).to.throw(
      'DATABASE_READ_URL',
    );
  });
});

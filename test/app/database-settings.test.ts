import { expect } from 'chai';
import { readSettings } from '../../app/settings.ts';

const POSTGRES = 'postgres://bus@db.example.com/busticket';
const REPLICA = 'postgres://bus@replica.example.com/busticket';

describe('settings of the database', () => {
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

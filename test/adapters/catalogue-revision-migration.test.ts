import { expect } from 'chai';
import type { Knex } from 'knex';
import { aTrip } from '../support/catalogue.ts';
import { aboutMigration } from '../support/migrating.ts';

aboutMigration('0027-catalogue-revision', 'the migration for the revision of the catalogue', (at) => {
  const revision = async (db: Knex = at.database.knex): Promise<number> =>
    Number((await db('catalogue_revision').pluck<(number | string)[]>('revision'))[0]);

  it('can be taken back and run again, also where it was interrupted', async () => {
    await at.back();
    await aTrip(at.engine);
    await at.forth();
    expect(await revision()).to.equal(1);
    if (at.database.dialect === 'postgres') {
      await at.database.knex('knex_migrations').where({ name: '0027-catalogue-revision' }).delete();
      await at.forth();
    }
    await at.database.knex('cities').update({ city_name: 'Ilam' });
    expect(await revision()).to.be.greaterThan(1);
  });

  it('raises it, on Postgres once a transaction; a savepoint that is taken back does not count', async () => {
    const { dialect, knex } = at.database;
    await aTrip(at.engine);
    const before = await revision();
    const raised = await knex.transaction(async (all) => {
      const atOnce = async () => dialect === 'postgres' && all.raw('set constraints all immediate');
      await all.raw('savepoint one');
      await all('cities').update({ city_name: 'Ilam' });
      await atOnce();
      expect(await revision(all)).to.be.greaterThan(before);
      await all.raw('rollback to one');
      expect(await revision(all)).to.equal(before);
      await all('operators').update({ company_name: 'Himal Yatayat' });
      await atOnce();
      const first = await revision(all);
      expect(first).to.be.greaterThan(before);
      await all('buses').update({ bus_name: 'Night Queen' });
      return first;
    });
    if (dialect === 'postgres') expect(await revision()).to.equal(raised);
    else expect(await revision()).to.be.greaterThan(raised);
    const last = await revision();
    await knex.raw(dialect === 'postgres' ? 'truncate bus_seats cascade' : 'delete from bus_seats');
    expect(await revision()).to.be.greaterThan(last);
  });

  it('raises it also for those who look for tables elsewhere, as what pg_dump writes does', async () => {
    const { dialect, knex } = at.database;
    await aTrip(at.engine);
    const before = await revision();
    await knex.transaction(async (all) => {
      if (dialect === 'postgres') await all.raw(`set local search_path = ''`);
      await all.raw(`update ${dialect === 'postgres' ? 'public' : 'main'}.cities set city_name = 'Ilam'`);
    });
    expect(await revision()).to.be.greaterThan(before);
  });
});

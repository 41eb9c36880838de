import { expect } from 'chai';
import { handClock } from '../support/clock.ts';
import { aboutMigration } from '../support/migrating.ts';
import { aJourney, aStatedCompany, aStatement, statingOn } from '../support/stating.ts';

aboutMigration('0023-statements', 'the migration for statements', (at) => {
  const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'It was done.', String);

  it('leaves what was written before it to the first statement', async () => {
    const company = await aStatedCompany(at.engine);
    const { id } = await aJourney(at.engine, company);
    await at.back();
    await at.forth();
    const { operatorId, admin } = company;
    const made = await statingOn(at.engine, handClock()).make(admin, { operatorId, until: '2026-11-20' });
    expect(made.lines.map(({ bookingId }) => bookingId)).to.deep.equal([id]);
  });

  it('keeps statements', async () => {
    await aStatement(at.engine, (await aStatedCompany(at.engine)).operatorId);
    expect(await refusal(at.back())).to.include('(statements: 1)');
  });

  it('lets a row of the ledger be on one statement, and no statement say what does not add up', async () => {
    const { operatorId } = await aStatedCompany(at.engine);
    const [one, other] = [await aStatement(at.engine, operatorId), await aStatement(at.engine, operatorId)];
    const [entry] = await at.database.knex('statement_entries').where({ statement_id: one }).select('entry_id');
    expect(
      await refusal(
        at.database
          .knex('statement_entries')
          .insert({ ...entry, statement_id: other })
          .then(String),
      ),
    ).to.match(/unique/i);
    for (const change of [{ total_paisa: 1 }, { status: 'LOST' }, { status: 'PAID' }, { year: 2026, sequence: 1 }])
      expect(await refusal(at.database.knex('statements').where({ id: other }).update(change).then(String))).to.match(
        /check|unique/i,
      );
  });
});

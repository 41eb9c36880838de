import { expect } from 'chai';
import type { CompanyFilter } from '../../../core/companies/ports.ts';
import type { Position } from '../../../core/accounts/membership.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { folded } from '../../../core/kernel/folding.ts';
import { aBus } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassenger, anOperator, JOINED } from '../../support/people.ts';

const NOBODY = 77_777 as OperatorId;

onEveryEngine('the list of companies', (engine) => {
  const find = (id: OperatorId) => engine().companyDirectory.find(id);
  const names = async (filter: CompanyFilter) =>
    (await engine().companyDirectory.list(filter, { limit: 10 })).rows.map(({ companyName }) => companyName);

  let invited = 0;
  const invite = (operatorId: OperatorId, position: Position) => {
    invited += 1;
    return engine().transact(({ staff }) =>
      staff.invite({
        operatorId,
        fullName: 'Ram Thapa',
        email: `invited-${invited}@example.com`,
        phone: null,
        position,
        nonce: 'x',
        invitedAt: START,
        expiresAt: daysAfter(START, 7),
      }),
    );
  };
  const join = async (userId: UserId, operatorId: OperatorId, position: Position) => {
    const id = await invite(operatorId, position);
    await engine().transact(({ staff }) =>
      staff.join(id!, { userId, joinedAt: START, gaveRole: true, createdAccount: false }),
    );
  };

  it('the administrators’ list of companies shows each company’s owner and its numbers of buses and people', async () => {
    const sita = await anOperator(engine(), { companyName: 'Blue Sky' });
    await anOperator(engine(), { companyName: 'Other' });
    await aBus(engine(), { operatorId: sita.operatorId });
    await aBus(engine(), { operatorId: sita.operatorId });
    const [ram, gita] = [await aPassenger(engine()), await aPassenger(engine())];
    await join(ram.id, sita.operatorId, 'CLERK');
    await join(gita.id, sita.operatorId, 'OWNER');
    await invite(sita.operatorId, 'OWNER');

    expect(await find(sita.operatorId)).to.deep.equal({
      id: sita.operatorId,
      companyName: 'Blue Sky',
      contactPhone: null,
      contactEmail: null,
      address: null,
      panNo: null,
      status: 'ACTIVE',
      commissionRate: null,
      blindCount: false,
      agentsAllowed: true,
      keptUntilHours: null,
      positions: 'PUBLIC',
      cancellationTiers: null,
      changeTiers: null,
      createdAt: JOINED,
      owners: [sita, gita].map(({ id, fullName, email }) => ({ id, fullName, email })),
      buses: 2,
      staff: 3,
    });
    expect(await find(NOBODY)).to.equal(undefined);
  });

  it('the administrators’ list of companies shows a company without any staff', async () => {
    const sita = await anOperator(engine(), { companyName: 'Blue Sky' });
    await engine().transact(({ staff }) => staff.leave(sita.id));
    expect(await find(sita.operatorId)).to.deep.include({ owners: [], buses: 0, staff: 0 });
  });

  it('the administrators’ list of companies is newest first, page by page', async () => {
    for (const companyName of ['One', 'Two', 'Three']) await anOperator(engine(), { companyName });
    const first = await engine().companyDirectory.list({}, { limit: 2 });
    const second = await engine().companyDirectory.list({}, { limit: 2, after: first.next! });
    expect([first, second].map(({ rows }) => rows.map(({ companyName }) => companyName))).to.deep.equal([
      ['Three', 'Two'],
      ['One'],
    ]);
    expect(second.next).to.equal(undefined);
  });

  it('the administrators’ list of companies is searched by any part of the name, and filtered by status', async () => {
    const { operatorId } = await anOperator(engine(), { companyName: 'ÉCLAIR 100% Travels' });
    await anOperator(engine(), { companyName: 'Blue Sky Travels' });
    await engine().transact(async ({ companies }) => {
      const company = await companies.lock(operatorId);
      await companies.save({ ...company!, status: 'SUSPENDED' });
    });
    expect(await names({ q: folded('éclair') })).to.deep.equal(['ÉCLAIR 100% Travels']);
    expect(await names({ q: 'travels' })).to.deep.equal(['Blue Sky Travels', 'ÉCLAIR 100% Travels']);
    expect(await names({ q: '0% t' })).to.deep.equal(['ÉCLAIR 100% Travels']);
    expect(await names({ q: '%' })).to.deep.equal(['ÉCLAIR 100% Travels']);
    expect(await names({ status: 'SUSPENDED' })).to.deep.equal(['ÉCLAIR 100% Travels']);
    expect(await names({ status: 'ACTIVE', q: 'travels' })).to.deep.equal(['Blue Sky Travels']);
  });
});

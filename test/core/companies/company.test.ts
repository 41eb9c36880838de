import { expect } from 'chai';
import { basisPoints } from '../../../core/kernel/money.ts';
import type { OperatorId } from '../../../core/kernel/ids.ts';
import { type Companies, companiesOn } from '../../support/companies.ts';
import { memoryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

describe('a company', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let companies: Companies;
  let sita: Awaited<ReturnType<Companies['company']>>;

  beforeEach(async () => {
    companies = companiesOn((engine = memoryEngine()));
    sita = await companies.company();
  });

  const change = (given: Parameters<Companies['changeCompany']>[1]) => companies.changeCompany(sita, given);

  it('a newly registered company has only a name, and uses the platform’s commission and cancellation tiers', async () => {
    expect(await companies.viewCompany(sita.operatorId)).to.deep.include({
      companyName: 'Blue Sky',
      contactPhone: null,
      contactEmail: null,
      address: null,
      panNo: null,
      status: 'ACTIVE',
      commissionRate: null,
      cancellationTiers: null,
    });
  });

  it('changing a company changes only the given fields, and logs their old and new values', async () => {
    await change({ address: 'Kathmandu', panNo: '123456789' });
    const changed = await change({ address: null, contactEmail: 'Office@Example.com', companyName: 'Red Sky' });
    const expected = {
      companyName: 'Red Sky',
      address: null,
      panNo: '123456789',
      contactEmail: 'office@example.com',
    };
    expect(changed).to.include(expected);
    expect(await companies.viewCompany(sita.operatorId)).to.include(expected);
    expect((await companies.trail(sita.operatorId))[1]).to.deep.include({
      kind: 'COMPANY_CHANGED',
      actor: { role: 'OPERATOR', userId: sita.id },
      operatorId: sita.operatorId,
      subject: { type: 'operator', id: sita.operatorId },
      changes: {
        company_name: { old: 'Blue Sky', new: 'Red Sky' },
        contact_email: { old: null, new: 'office@example.com' },
        address: { old: 'Kathmandu', new: null },
      },
    });
  });

  it('saving a company without changing a field logs nothing', async () => {
    await change({});
    await change({ companyName: 'Blue Sky', address: null });
    expect(await companies.trail(sita.operatorId)).to.deep.equal([]);
  });

  it('a company’s contact e-mail address has to be valid', async () => {
    for (const contactEmail of ['office', 'a@b', 'a@example.com, b@example.com', ''])
      expect(await refusalOf(change({ contactEmail })), contactEmail).to.deep.equal(['invalid', 'VALIDATION']);
  });

  it('a company’s cancellation tiers are stored sorted by their hours, and refused if two have the same hours', async () => {
    const [late, early] = [
      { hours: 1.5, fee: basisPoints(5_000) },
      { hours: 24, fee: basisPoints(1_050) },
    ];
    expect((await change({ cancellationTiers: [late, early] })).cancellationTiers).to.deep.equal([early, late]);
    expect((await companies.trail(sita.operatorId)).at(-1)?.changes).to.deep.equal({
      cancellation_tiers: {
        old: null,
        new: [
          { hours: 24, fee_percent: 10.5 },
          { hours: 1.5, fee_percent: 50 },
        ],
      },
    });
    expect(await refusalOf(change({ cancellationTiers: [late, early, late] }))).to.deep.equal([
      'invalid',
      'VALIDATION',
    ]);
    expect((await change({ cancellationTiers: null })).cancellationTiers).to.equal(null);
  });

  it('a company’s data can be changed only by a person who is still its OWNER', async () => {
    const ram = await companies.joined(sita, { position: 'MANAGER' });
    const acting = { userId: ram.userId!, operatorId: sita.operatorId };
    expect(await refusalOf(companies.changeCompany(acting, { address: 'x' }))).to.deep.equal([
      'forbidden',
      'POSITION_TOO_LOW',
    ]);
    const other = await companies.company('Red Sky');
    const foreign = { userId: other.id, operatorId: sita.operatorId };
    expect(await refusalOf(companies.changeCompany(foreign, { address: 'x' }))).to.deep.equal([
      'forbidden',
      'POSITION_TOO_LOW',
    ]);
  });

  describe('the terms of a company', () => {
    const terms = async (given: Parameters<Companies['changeTerms']>[2], id = sita.operatorId) =>
      companies.changeTerms((await anAdmin(engine)).id, id, given);

    it('an administrator sets a company’s commission, and suspends it with a reason that the company sees', async () => {
      const admin = await anAdmin(engine);
      await companies.changeTerms(admin.id, sita.operatorId, { commissionRate: basisPoints(750) });
      await companies.changeTerms(admin.id, sita.operatorId, { status: 'SUSPENDED', reason: 'No papers.' });
      expect(await companies.viewCompany(sita.operatorId)).to.include({ commissionRate: 750, status: 'SUSPENDED' });
      const told = await companies.trail(sita.operatorId);
      expect(
        told.map(({ kind, actor, changes, description }) => ({ kind, actor, changes, description })),
      ).to.deep.equal([
        {
          kind: 'OPERATOR_CHANGED',
          actor: { role: 'ADMIN', userId: admin.id },
          changes: { commission_rate: { old: null, new: 7.5 } },
          description: 'Changed the terms of Blue Sky.',
        },
        {
          kind: 'OPERATOR_CHANGED',
          actor: { role: 'ADMIN', userId: admin.id },
          changes: { status: { old: 'ACTIVE', new: 'SUSPENDED' } },
          description: 'Suspended Blue Sky: No papers.',
        },
      ]);
    });

    it('suspending a company needs a reason', async () => {
      expect(await refusalOf(terms({ status: 'SUSPENDED' }))).to.deep.equal(['invalid', 'VALIDATION']);
      await terms({ status: 'SUSPENDED', reason: 'x' });
      await terms({ status: 'SUSPENDED' });
      await terms({ status: 'ACTIVE' });
      expect(await companies.trail(sita.operatorId)).to.have.length(2);
    });

    it('a company’s own commission of zero is not replaced by the platform’s rate', async () => {
      await terms({ commissionRate: basisPoints(0) });
      expect((await companies.trail(sita.operatorId))[0]?.changes).to.deep.equal({
        commission_rate: { old: null, new: 0 },
      });
    });

    it('commission and status cannot be set for an unknown company', async () => {
      expect(await refusalOf(terms({}, 999 as OperatorId))).to.deep.equal(['absent', 'OPERATOR_UNKNOWN']);
    });

    it('a suspended company’s data cannot be changed by its staff', async () => {
      await terms({ status: 'SUSPENDED', reason: 'x' });
      expect(await refusalOf(change({ address: 'x' }))).to.deep.equal(['forbidden', 'COMPANY_SUSPENDED']);
    });
  });
});

import { expect } from 'chai';
import { basisPoints } from '../../../core/kernel/money.ts';
import { onEveryServer } from '../../support/http.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

const PATH = '/api/operator/company';

onEveryServer('a company and its terms over HTTP', (api) => {
  const { admin, owner, member, passenger } = staffOn(api);
  let sita: SignedInAccount;

  beforeEach(async () => {
    sita = await owner();
  });

  const change = (body: unknown, by = sita) => api().patch(PATH, body, by.token);

  it('a company’s data are shown to all its staff, with the caller’s position', async () => {
    const company = {
      id: sita.operatorId,
      company_name: 'Blue Sky',
      contact_phone: null,
      contact_email: null,
      address: null,
      pan_no: null,
      status: 'ACTIVE',
      commission_rate: null,
      cancellation_tiers: null,
      change_tiers: null,
      blind_count: false,
      agents_allowed: true,
      kept_until_hours: null,
      positions: 'PUBLIC',
    };
    const { status, json } = await api().get(PATH, sita.token);
    expect([status, json]).to.deep.equal([200, { ...company, position: 'OWNER' }]);
    const hari = await member(sita, 'CONDUCTOR');
    expect((await api().get(PATH, hari.token)).json).to.deep.equal({ ...company, position: 'CONDUCTOR' });
  });

  it('a company’s details can be changed by an OWNER, and only the given fields change', async () => {
    const given = {
      company_name: ' Red  Sky ',
      contact_phone: '+977 1-4411223',
      contact_email: 'Office@Example.com',
      address: 'Kalanki',
      pan_no: 123456789,
      cancellation_tiers: [
        { hours: 2, fee_percent: 50.5 },
        { hours: 24, fee_percent: 0 },
      ],
    };
    const changed = {
      company_name: 'Red  Sky',
      contact_phone: '+977 1-4411223',
      contact_email: 'office@example.com',
      address: 'Kalanki',
      pan_no: '123456789',
      cancellation_tiers: [
        { hours: 24, fee_percent: 0 },
        { hours: 2, fee_percent: 50.5 },
      ],
    };
    const { status, json } = await change({ ...given, status: 'SUSPENDED', commission_rate: 0, position: 'CLERK' });
    expect(status).to.equal(200);
    expect(json).to.deep.include({ ...changed, status: 'ACTIVE', commission_rate: null, position: 'OWNER' });

    const cleared = { contact_phone: null, contact_email: null, address: null, pan_no: null, cancellation_tiers: null };
    expect((await change(cleared)).json).to.deep.include({ ...cleared, company_name: 'Red  Sky' });
    expect((await change({ nothing: 'known' })).json).to.deep.include({ company_name: 'Red  Sky' });
    expect((await api().get(PATH, sita.token)).json).to.deep.include({ company_name: 'Red  Sky', ...cleared });
  });

  it('a company’s address has up to 300 characters, and an empty one is null', async () => {
    expect((await change({ address: 'é'.repeat(300) })).json.address).to.equal('é'.repeat(300));
    const { status, json } = await change({ address: ' ' });
    expect([status, json.address]).to.deep.equal([200, null]);
  });

  it('a company’s fields accept their shortest and longest allowed values', async () => {
    const tiers = Array.from({ length: 10 }, (_, hours) => ({ hours: 10 - hours, fee_percent: 10 }));
    for (const given of [
      { company_name: 'x'.repeat(150), contact_phone: '12345', cancellation_tiers: tiers },
      { company_name: 'x', contact_phone: '0'.repeat(20), cancellation_tiers: tiers.slice(0, 1) },
    ]) {
      const { status, json } = await change(given);
      expect(status).to.equal(200);
      expect(json).to.deep.include(given);
    }
  });

  it('a request with several wrong fields of a company names all of them, and changes nothing', async () => {
    const tier = { hours: 1, fee_percent: 10 };
    for (const [field, body] of [
      ['company_name', { company_name: '' }],
      ['company_name', { company_name: null }],
      ['company_name', { company_name: 'x'.repeat(151) }],
      ['contact_phone', { contact_phone: '1234' }],
      ['contact_phone', { contact_phone: '0'.repeat(21) }],
      ['contact_phone', { contact_phone: '(01) 4411223' }],
      ['contact_phone', { contact_phone: '०१२३४५' }],
      ['contact_email', { contact_email: 'office' }],
      ['contact_email', { contact_email: '' }],
      ['address', { address: 'x'.repeat(301) }],
      ['pan_no', { pan_no: '12345678' }],
      ['pan_no', { pan_no: '12345678a' }],
      ['cancellation_tiers', { cancellation_tiers: [] }],
      ['cancellation_tiers', { cancellation_tiers: Array.from({ length: 11 }, (_, hours) => ({ ...tier, hours })) }],
      ['cancellation_tiers', { cancellation_tiers: [tier, tier] }],
      ['change_tiers', { change_tiers: [tier, tier] }],
      ['change_tiers', { change_tiers: [] }],
      ['cancellation_tiers', { cancellation_tiers: 'none' }],
      ['cancellation_tiers[0].hours', { cancellation_tiers: [{ ...tier, hours: -1 }] }],
      ['cancellation_tiers[0].fee_percent', { cancellation_tiers: [{ hours: 1 }] }],
      ['cancellation_tiers[1].fee_percent', { cancellation_tiers: [tier, { hours: 2, fee_percent: 100.01 }] }],
      ['cancellation_tiers[0].fee_percent', { cancellation_tiers: [{ hours: 2, fee_percent: 1.001 }] }],
    ] as const) {
      const { status, json } = await change({ address: 'elsewhere', ...body });
      expect([status, json.code], JSON.stringify(body)).to.deep.equal([400, 'VALIDATION']);
      expect(
        json.errors.map((fault: { field: string }) => fault.field),
        JSON.stringify(body),
      ).to.include(field);
    }
    expect((await api().get(PATH, sita.token)).json.address).to.equal(null);
  });

  it('a company’s details are shown only to its own staff, and can be changed only by an OWNER', async () => {
    const manager = await member(sita, 'MANAGER');
    const outcomes = await Promise.all(
      [
        api().get(PATH),
        api().get(PATH, (await passenger()).token),
        api().get(PATH, (await admin()).token),
        change({ address: 'x' }, manager),
        change({ pan_no: 'wrong' }, manager),
      ].map(async (answer) => [(await answer).status, (await answer).json.code]),
    );
    expect(outcomes).to.deep.equal([
      [401, 'TOKEN_MISSING'],
      [403, 'WRONG_ROLE'],
      [403, 'WRONG_ROLE'],
      [403, 'POSITION_TOO_LOW'],
      [403, 'POSITION_TOO_LOW'],
    ]);
  });

  it('a suspended company can be read but not changed', async () => {
    const { changeTerms } = api().useCases;
    await changeTerms((await admin()).id, sita.operatorId!, {
      status: 'SUSPENDED',
      commissionRate: basisPoints(1_250),
      reason: 'No papers.',
    });
    expect((await api().get(PATH, sita.token)).json).to.include({ status: 'SUSPENDED', commission_rate: 12.5 });
    expect((await change({ pan_no: 'wrong' })).json).to.include({ status: 403, code: 'COMPANY_SUSPENDED' });
  });
});

import { expect } from 'chai';
import type { StaffId } from '../../../core/kernel/ids.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { type Companies, anInvitee, companiesOn } from '../../support/companies.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { anAdmin, aPassenger } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const ELSEWHERE = ['conflict', 'STAFF_ELSEWHERE'];
const GONE = ['absent', 'STAFF_UNKNOWN'];
const LAST = ['conflict', 'LAST_OWNER'];

describe('the staff of a company', () => {
  let engine: ReturnType<typeof memoryEngine>;
  let companies: Companies;
  let sita: Awaited<ReturnType<Companies['company']>>;

  beforeEach(async () => {
    companies = companiesOn((engine = memoryEngine()));
    sita = await companies.company();
  });

  const invite = (traits: Parameters<typeof anInvitee>[0] = {}) => companies.invite(sita, anInvitee(traits));
  const names = async () => (await companies.listStaff(sita, { limit: 50 })).rows.map((one) => one.fullName);

  it('a company’s first staff member is the person who registered it', async () => {
    const { rows, next } = await companies.listStaff(sita, { limit: 50 });
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({
      userId: sita.id,
      fullName: 'Sita Rai',
      email: sita.email,
      phone: null,
      position: 'OWNER',
      status: 'ACTIVE',
      invitedAt: null,
    });
    expect(next).to.equal(undefined);
  });

  it('a company’s staff is listed by full name, ignoring letter case, page by page', async () => {
    for (const fullName of ['zoya', 'Éclair', 'ram', 'Ram']) await invite({ fullName });
    expect(await names()).to.deep.equal(['ram', 'Ram', 'Sita Rai', 'zoya', 'Éclair']);
    const paged: string[] = [];
    let after: readonly (string | number)[] | undefined;
    do {
      const page = await companies.listStaff(sita, { limit: 2, ...(after && { after }) });
      paged.push(...page.rows.map((one) => one.fullName));
      after = page.next;
    } while (after);
    expect(paged).to.deep.equal(await names());
  });

  describe('invitations to the staff', () => {
    it('an invitation to the staff has a link that is valid for a week', async () => {
      const invitee = anInvitee({ email: 'Ram@Example.com', phone: '9812345678', position: 'MANAGER' });
      const invited = await companies.invite(sita, invitee);
      expect(invited).to.deep.equal({
        id: invited.id,
        userId: null,
        fullName: 'Ram Thapa',
        email: 'ram@example.com',
        phone: '9812345678',
        position: 'MANAGER',
        status: 'INVITED',
        invitedAt: START,
        joinedAt: null,
      });
      expect(await companies.findStaff(sita, invited.id)).to.deep.equal({ ...invited, devices: 0 });
      const token = await companies.tokenFor('ram@example.com');
      expect(companies.mailer.sent).to.deep.equal([
        {
          kind: 'invitation',
          to: 'ram@example.com',
          name: 'Ram Thapa',
          companyName: 'Blue Sky',
          position: 'MANAGER',
          link: `https://portal.example.com/join?token=${token}`,
          daysValid: 7,
        },
      ]);
      expect(await companies.trailOf(invited)).to.deep.equal([
        {
          kind: 'STAFF_INVITED',
          actor: { role: 'OPERATOR', userId: sita.id },
          operatorId: sita.operatorId,
          subject: { type: 'staff', id: invited.id },
          changes: {
            full_name: { old: null, new: 'Ram Thapa' },
            email: { old: null, new: 'ram@example.com' },
            phone: { old: null, new: '9812345678' },
            position: { old: null, new: 'MANAGER' },
            status: { old: null, new: 'INVITED' },
          },
          description: 'Invited Ram Thapa as MANAGER.',
          at: START,
        },
      ]);
      expect(JSON.stringify(await companies.trailOf(invited))).not.to.include(token.slice(-20));
    });

    it('an invitation whose mail failed is mailed later, and can be withdrawn and sent again with a new link', async () => {
      companies.mailer.broken = true;
      const invited = await invite({ email: 'ram@example.com' });
      expect(await companies.tokenFor('ram@example.com')).to.equal('no token');
      companies.mailer.broken = false;
      companies.clock.advance(1);
      const late = await companies.tokenFor('ram@example.com');
      expect(late).not.to.equal('no token');
      await companies.removeStaff(sita, invited.id);
      await invite({ email: 'ram@example.com' });
      expect(await companies.tokenFor('ram@example.com')).not.to.be.oneOf(['no token', late]);
    });

    it('an invitation with an invalid e-mail address or phone number is refused', async () => {
      for (const email of ['ram', 'ram@example', '', 'a@example.com,b@example.com'])
        expect(await refusalOf(invite({ email })), email).to.deep.equal(['invalid', 'VALIDATION']);
      for (const phone of ['9612345678', '98123', '+9779812345678'])
        expect(await refusalOf(invite({ phone })), phone).to.deep.equal(['invalid', 'VALIDATION']);
    });

    it('an invitation with an administrator’s phone number is refused', async () => {
      await anAdmin(engine, { phone: '9812345678' });
      const ram = await aPassenger(engine, { phone: '9800000000' });
      expect(await refusalOf(invite({ phone: '9812345678' }))).to.deep.equal(['conflict', 'PHONE_TAKEN']);
      expect(await invite({ email: ram.email, phone: '9800000000' })).to.include({ status: 'INVITED' });
    });

    it('an invitation is refused if the person is staff of any company, or is already invited by this company', async () => {
      const other = await companies.company('Red Sky');
      const hari = await companies.joined(other, { position: 'CLERK' });
      for (const email of [sita.email, hari.email, other.email])
        expect(await refusalOf(invite({ email })), email).to.deep.equal(ELSEWHERE);
      await invite({ email: 'ram@example.com' });
      expect(await refusalOf(invite({ email: 'RAM@example.com' }))).to.deep.equal(ELSEWHERE);
    });

    it('an administrator cannot be invited to a company’s staff', async () => {
      const admin = await anAdmin(engine);
      expect(await refusalOf(invite({ email: admin.email }))).to.deep.equal(ELSEWHERE);
    });

    it('the owner of a company without buses or other staff can be invited by another company', async () => {
      const shell = await companies.company('Red Sky');
      expect(await invite({ email: shell.email })).to.include({ status: 'INVITED' });
    });

    it('the last member left in a company without buses can be invited by another company', async () => {
      const other = await companies.company('Red Sky');
      const hari = await companies.joined(other, { position: 'OWNER' });
      expect(await refusalOf(invite({ email: hari.email }))).to.deep.equal(ELSEWHERE);
      const [founder] = (await companies.listStaff(other, { limit: 50 })).rows.filter(
        ({ userId }) => userId === other.id,
      );
      await companies.removeStaff({ userId: hari.userId!, operatorId: other.operatorId }, founder!.id);
      expect(await invite({ email: hari.email })).to.include({ status: 'INVITED' });
      await companies.accept({ token: await companies.tokenFor(hari.email), password: '' });
      expect((await companies.account(hari.email))?.operatorId).to.equal(sita.operatorId);
    });

    it('an OWNER of a suspended company cannot invite staff', async () => {
      const { id } = await anAdmin(engine);
      await companies.changeTerms(id, sita.operatorId, { status: 'SUSPENDED', reason: 'x' });
      expect(await refusalOf(invite())).to.deep.equal(['forbidden', 'COMPANY_SUSPENDED']);
    });
  });

  it('an expired invitation is no longer listed with the staff', async () => {
    const invited = await invite({ email: 'ram@example.com' });
    companies.clock.set(minutesAfter(daysAfter(START, 7), -1));
    expect(await refusalOf(invite({ email: 'ram@example.com' }))).to.deep.equal(ELSEWHERE);
    companies.clock.set(daysAfter(START, 7));
    expect(await names()).to.deep.equal(['Sita Rai']);
    expect(await refusalOf(companies.findStaff(sita, invited.id))).to.deep.equal(GONE);
    expect(await refusalOf(companies.removeStaff(sita, invited.id))).to.deep.equal(GONE);
    expect(await refusalOf(companies.changePosition(sita, invited.id, 'OWNER'))).to.deep.equal(GONE);
    const other = await companies.company('Red Sky');
    expect(await companies.invite(other, anInvitee({ email: 'ram@example.com' }))).to.include({ status: 'INVITED' });
  });

  describe('positions of members', () => {
    it('the position of a member or of an invited person can be changed', async () => {
      const ram = await companies.joined(sita, { position: 'CLERK' });
      const invited = await invite();
      for (const one of [ram, invited]) {
        const { id, userId, fullName, status } = one;
        const changed = await companies.changePosition(sita, one.id, 'MANAGER');
        expect(changed).to.include({ id, userId, fullName, status, position: 'MANAGER' });
        expect(await companies.findStaff(sita, one.id)).to.include({ position: 'MANAGER' });
        expect((await companies.trailOf(one)).at(-1)).to.deep.include({
          kind: 'STAFF_CHANGED',
          changes: { position: { old: 'CLERK', new: 'MANAGER' } },
        });
      }
      expect((await engine.accounts.authState(ram.userId!))?.membership).to.include({ position: 'MANAGER' });
    });

    it('setting a member’s position to the position that the member has already is not logged', async () => {
      const ram = await companies.joined(sita, { position: 'CLERK' });
      const told = await companies.trailOf(ram);
      await companies.changePosition(sita, ram.id, 'CLERK');
      await companies.changePosition(sita, ram.id, undefined);
      expect(await companies.trailOf(ram)).to.deep.equal(told);
    });

    it('a company can change the positions of its own staff only', async () => {
      const other = await companies.company('Red Sky');
      const hari = await companies.joined(other, { position: 'CLERK' });
      for (const id of [hari.id, 999 as StaffId]) {
        expect(await refusalOf(companies.changePosition(sita, id, 'OWNER'))).to.deep.equal(GONE);
        expect(await refusalOf(companies.removeStaff(sita, id))).to.deep.equal(GONE);
        expect(await refusalOf(companies.findStaff(sita, id))).to.deep.equal(GONE);
      }
    });
  });

  it('a company’s staff can be changed only by a person who is an OWNER at that moment', async () => {
    const ram = await companies.joined(sita, { position: 'MANAGER' });
    const hari = await companies.joined(sita, { position: 'CLERK' });
    const acting = { userId: ram.userId!, operatorId: sita.operatorId };
    for (const attempt of [
      () => companies.invite(acting, anInvitee()),
      () => companies.changePosition(acting, ram.id, 'OWNER'),
      () => companies.removeStaff(acting, hari.id),
    ])
      expect(await refusalOf(attempt())).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
  });

  it('a company’s staff always keeps at least one OWNER who has joined', async () => {
    const [self] = (await companies.listStaff(sita, { limit: 1 })).rows;
    const invited = await invite({ position: 'OWNER' });
    for (const attempt of [
      () => companies.changePosition(sita, self!.id, 'MANAGER'),
      () => companies.removeStaff(sita, self!.id),
    ])
      expect(await refusalOf(attempt())).to.deep.equal(LAST);
    await companies.accept({ token: await companies.tokenFor(invited.email), password: 'secret-123' });
    await companies.changePosition(sita, self!.id, 'MANAGER');
    const ram = await companies.findStaff(sita, invited.id);
    const acting = { userId: ram.userId!, operatorId: sita.operatorId };
    expect(await refusalOf(companies.removeStaff(acting, ram.id))).to.deep.equal(LAST);
    expect(await refusalOf(companies.removeStaff(sita, ram.id))).to.deep.equal(['forbidden', 'POSITION_TOO_LOW']);
  });

  describe('removing members', () => {
    it('an invitation to the staff can be withdrawn', async () => {
      const invited = await invite();
      const token = await companies.tokenFor(invited.email);
      await companies.removeStaff(sita, invited.id);
      expect(await names()).to.deep.equal(['Sita Rai']);
      expect((await companies.trailOf(invited)).at(-1)).to.deep.include({
        kind: 'STAFF_REMOVED',
        operatorId: sita.operatorId,
        description: 'Withdrew the invitation of Ram Thapa.',
      });
      const refused = await refusalOf(companies.accept({ token, password: 'secret-123' }));
      expect(refused).to.deep.equal(['unauthenticated', 'INVITATION_INVALID']);
    });

    it('a removed member is signed out everywhere and loses trusted devices', async () => {
      const passenger = await aPassenger(engine);
      const ram = await companies.joined(sita, { position: 'OWNER', email: passenger.email });
      await engine.transact(({ devices }) => devices.trust(passenger.id, 'laptop', START, daysAfter(START, 7)));
      await companies.removeStaff(sita, ram.id);
      const account = await companies.account(passenger.email);
      expect(account).to.deep.include({
        tokenVersion: passenger.tokenVersion + 1,
        role: 'PASSENGER',
        roles: ['PASSENGER'],
        operatorId: null,
      });
      expect(await engine.transact(({ devices }) => devices.isTrusted(passenger.id, 'laptop', START))).to.equal(false);
      expect((await companies.trailOf(ram)).at(-1)).to.deep.include({
        kind: 'STAFF_REMOVED',
        description: 'Removed Asha Gurung from the staff.',
      });
    });

    it('a removed member keeps the role OPERATOR if they had it before joining', async () => {
      const shell = await companies.company('Red Sky');
      const member = await companies.joined(sita, { position: 'CLERK', email: shell.email });
      await companies.removeStaff(sita, member.id);
      expect(await companies.account(shell.email)).to.deep.include({ roles: ['OPERATOR'], operatorId: null });
    });

    it('a removed member whose account was created by the invitation gets a company of their own at the next sign-in', async () => {
      const ram = await companies.joined(sita, { position: 'CLERK' });
      await companies.removeStaff(sita, ram.id);
      expect(await companies.account(ram.email)).to.deep.include({ roles: ['OPERATOR'], operatorId: null });
      const own = await engine.transact(({ users }) => users.ensureOperator(ram.userId!, undefined, START));
      expect(own).not.to.equal(sita.operatorId);
      expect(await companies.account(ram.email)).to.include({ companyName: 'Ram Thapa', operatorId: own });
    });
  });
});

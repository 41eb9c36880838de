import { expect } from 'chai';
import { mayActAs } from '../../../core/accounts/account.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { anAgent } from '../../support/agents.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { START } from '../../support/clock.ts';
import { anInvitee, companiesOn } from '../../support/companies.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { importing } from '../../support/importing.ts';
import { anAdmin, anOperator, aPassenger } from '../../support/people.ts';

onEveryEngine('an import of accounts', (engine) => {
  const { hashed, load, loadWith, faultsOf, user, isEmpty } = importing(engine);
  describe('an import of existing accounts', () => {
    it('an import makes an existing passenger an operator too', async () => {
      const { id, passwordHash } = await aPassenger(engine(), { email: 'sita@example.com' });
      await load(aCatalogue());
      const sita = (await user('sita@example.com'))!;
      expect(sita).to.include({ id, role: 'PASSENGER', passwordHash, companyName: 'Blue Sky', fullName: 'Sita Rai' });
      expect([mayActAs(sita, 'OPERATOR'), mayActAs(sita, 'PASSENGER'), mayActAs(sita, 'ADMIN')]).to.deep.equal([
        true,
        true,
        false,
      ]);
      expect(hashed).to.deep.equal(['secret-123']);
    });

    it('an import lets one person be both admin and operator', async () => {
      await loadWith({
        '/operators/0/email': 'Admin@example.com',
        '/operators/0/password': 'secret-123',
        '/buses/0/operator': 'admin@example.com',
        '/buses/1/operator': 'admin@example.com',
      });
      const admin = (await user('admin@example.com'))!;
      expect([admin.role, mayActAs(admin, 'ADMIN'), mayActAs(admin, 'OPERATOR')]).to.deep.equal(['ADMIN', true, true]);
      expect(hashed).to.deep.equal(['secret-123']);
    });

    it('an import does not make an existing passenger or operator an admin', async () => {
      await aPassenger(engine(), { email: 'admin@example.com' });
      expect(await faultsOf(load(aCatalogue()))).to.deep.equal([
        '/admins/0/email: belongs to a user who is no admin: an admin needs an account of their own',
      ]);
      await anOperator(engine(), { email: 'other@example.com' });
      expect(await faultsOf(loadWith({ '/admins/0/email': 'other@example.com' }))).to.have.length(1);
    });

    it('an import gives an operator’s account with an unverified e-mail address the file’s password, and ends the account’s sessions', async () => {
      const { id } = await anOperator(engine(), {
        email: 'sita@example.com',
        passwordHash: "hash of a stranger's",
        emailVerified: false,
        fullName: 'A stranger',
      });
      await engine().transact(async ({ users, devices }) => {
        await devices.trust(id, 'laptop', START, daysAfter(START, 7));
        await users.reserveAttempt(id, { maxAttempts: 1, minutes: 15 }, START);
      });
      await load(aCatalogue());
      expect(await user('sita@example.com')).to.include({
        id,
        passwordHash: 'hash of secret-456',
        tokenVersion: 1,
        emailVerified: true,
        fullName: 'Sita Rai',
        companyName: 'Blue Sky',
        failedAttempts: 0,
        lockedUntil: null,
      });
      expect(await engine().transact(({ devices }) => devices.isTrusted(id, 'laptop', START))).to.equal(false);

      hashed.length = 0;
      await loadWith({ '/operators/0/password': 'another-1' });
      expect(await user('sita@example.com')).to.include({ passwordHash: 'hash of secret-456', tokenVersion: 1 });
      expect(hashed).to.deep.equal([]);
    });

    it('an import gives an account with an unverified e-mail address the file’s admin role and password', async () => {
      const { id } = await aPassenger(engine(), {
        email: 'admin@example.com',
        passwordHash: "hash of a stranger's",
        emailVerified: false,
      });
      await load(aCatalogue());
      expect(await user('admin@example.com')).to.deep.include({
        id,
        role: 'ADMIN',
        roles: ['ADMIN'],
        passwordHash: 'hash of secret-123',
        tokenVersion: 1,
        emailVerified: true,
      });
    });

    it('an import makes a new account if the file’s address is an unverified address of an account with a verified phone', async () => {
      const held = { emailVerified: false, phoneVerified: true };
      const holders = [
        await aPassenger(engine(), { ...held, email: 'sita@example.com', phone: '9811111111' }),
        await aPassenger(engine(), { ...held, email: 'admin@example.com', phone: '9822222222' }),
      ];
      await load(aCatalogue());
      for (const asha of holders) {
        expect(await user(asha.email)).to.include({ emailVerified: true, phoneVerified: false });
        expect((await user(asha.email))!.id).not.to.equal(asha.id);
        expect(await engine().transact(({ users }) => users.find(asha.id))).to.deep.equal({ ...asha, email: null });
      }
    });

    it('an import leaves password, sessions and devices of an account with a verified e-mail address unchanged', async () => {
      const { id, passwordHash } = await anOperator(engine(), { email: 'sita@example.com' });
      await engine().transact(({ devices }) => devices.trust(id, 'laptop', START, daysAfter(START, 7)));
      await load(aCatalogue());
      expect(await user('sita@example.com')).to.include({ passwordHash, tokenVersion: 0 });
      expect(await engine().transact(({ devices }) => devices.isTrusted(id, 'laptop', START))).to.equal(true);
    });

    it('an import that names an existing admin without a phone number leaves the admin’s number unchanged', async () => {
      await anAdmin(engine(), { email: 'admin@example.com', phone: '9800000001' });
      await load(aCatalogue());
      expect((await user('admin@example.com'))?.phone).to.equal('9800000001');
    });

    it('an import refuses as a company’s owner a person who is on the staff of another company', async () => {
      const companies = companiesOn(engine());
      const owner = await companies.company('Red Sky');
      await companies.joined(owner, { position: 'MANAGER', email: 'sita@example.com' });
      expect(await faultsOf(load(aCatalogue()))).to.deep.equal([
        '/operators/0/email: belongs to somebody on the staff of a company that is not their own',
      ]);
      expect((await user('sita@example.com'))?.companyName).to.equal('Red Sky');
    });

    it('an import refuses as a company’s owner a person who is on the staff of an agent', async () => {
      const companies = companiesOn(engine());
      const [{ id: agentId }, { id: admin }] = [await anAgent(engine()), await anAdmin(engine())];
      const { email } = await companies.invite({ admin, agentId }, anInvitee({ email: 'sita@example.com' }));
      await companies.accept({ token: await companies.tokenFor(email), password: 'secret-123' });
      expect(await faultsOf(load(aCatalogue()))).to.deep.equal([
        '/operators/0/email: belongs to somebody on the staff of an agent',
      ]);
      expect(await user(email)).to.include({ agentId, operatorId: null });
    });

    it('an import keeps a company’s name if the company has staff besides its owner', async () => {
      const sita = await anOperator(engine(), { email: 'sita@example.com', companyName: 'Red Sky' });
      const companies = companiesOn(engine());
      await companies.joined({ userId: sita.id, operatorId: sita.operatorId }, { position: 'CLERK' });
      await load(aCatalogue());
      expect((await user('sita@example.com'))?.companyName).to.equal('Red Sky');
    });

    it('an import keeps a company name that the company’s OWNER chose, and reports the company as “kept”', async () => {
      await load(aCatalogue());
      const { id, operatorId } = (await user('sita@example.com'))!;
      const change = companiesOn(engine()).changeCompany;
      await change({ userId: id, operatorId: operatorId! }, { address: 'Kalanki' });
      expect((await loadWith({ '/operators/0/company_name': 'Green Sky' })).kept).to.equal(0);
      await change({ userId: id, operatorId: operatorId! }, { companyName: 'Red Sky' });
      expect((await load(aCatalogue())).kept).to.equal(1);
      expect((await user('sita@example.com'))?.companyName).to.equal('Red Sky');
      expect((await loadWith({ '/operators/0/company_name': 'Red Sky' })).kept).to.equal(0);
    });

    it('an import does not make a person OWNER again whom the company gave a lower position, and reports the person as “kept”', async () => {
      await load(aCatalogue());
      const { id, operatorId } = (await user('sita@example.com'))!;
      const companies = companiesOn(engine());
      const sita = { userId: id, operatorId: operatorId! };
      const { userId: hari } = await companies.joined(sita, { position: 'OWNER', email: 'hari@example.com' });
      const membership = (await companies.listStaff(sita, { limit: 9 })).rows.find((one) => one.userId === id)!;
      await companies.changePosition({ ...sita, userId: hari! }, membership.id, 'CLERK');
      const again = await loadWith({ '/buses/0/bus_name': 'Another name' });
      expect(again.kept).to.equal(1);
      expect((await companies.findStaff(sita, membership.id)).position).to.equal('CLERK');
      const { rows } = await engine().fleetViews.list({ operatorId: sita.operatorId }, { limit: 9 });
      expect(rows.map(({ name }) => name)).to.include('Another name');
    });

    it('an import refuses the phone number of another user', async () => {
      await anAdmin(engine(), { phone: '9812345678' });
      expect(await faultsOf(loadWith({ '/operators/0/phone': '9812345678' }))).to.deep.equal([
        '/operators/0/phone: is the phone number of another user',
      ]);
      expect(await isEmpty()).to.equal(true);
    });
  });
});

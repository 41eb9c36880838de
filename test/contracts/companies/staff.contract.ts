import { expect } from 'chai';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { basisPoints } from '../../../core/kernel/money.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { aBus } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId, anOperator, JOINED } from '../../support/people.ts';

const [NOBODYS, LATER] = [999_999 as OperatorId, daysAfter(START, 7)];

onEveryEngine('companies', (engine) => {
  it('a company is stored and read with all its fields', async () => {
    const { operatorId } = await anOperator(engine(), { companyName: 'Blue Sky' });
    const company = {
      id: operatorId,
      companyName: 'Éclair',
      contactPhone: '01-4411223',
      contactEmail: 'office@example.com',
      address: 'Kalanki',
      panNo: '123456789',
      status: 'SUSPENDED',
      commissionRate: basisPoints(0),
      cancellationTiers: [{ hours: 1.5, fee: basisPoints(1_050) }],
      changeTiers: [{ hours: 2.5, fee: basisPoints(550) }],
      blindCount: true,
      agentsAllowed: false,
      keptUntilHours: 6,
      positions: 'TICKETS',
      createdAt: JOINED,
    } as const;
    await engine().transact(({ companies }) => companies.save(company));
    expect(await engine().companies.find(operatorId)).to.deep.equal(company);
    expect(await engine().transact(({ companies }) => companies.lock(operatorId))).to.deep.equal(company);
    const plain = {
      ...company,
      status: 'ACTIVE',
      commissionRate: null,
      cancellationTiers: null,
      changeTiers: null,
      blindCount: false,
      agentsAllowed: true,
      keptUntilHours: null,
      positions: 'PUBLIC',
    } as const;
    await engine().transact(({ companies }) => companies.save(plain));
    expect(await engine().companies.find(operatorId)).to.deep.equal(plain);
    expect(await engine().companies.find(NOBODYS)).to.equal(undefined);
    expect(await engine().transact(({ companies }) => companies.lock(NOBODYS))).to.equal(undefined);
  });

  it('the store of companies says whether a company has a bus', async () => {
    const [one, other] = [await anOperator(engine()), await anOperator(engine())];
    await aBus(engine(), { operatorId: one.operatorId });
    const hasBus = (id: OperatorId) => engine().transact(({ companies }) => companies.hasBus(id));
    expect([await hasBus(one.operatorId), await hasBus(other.operatorId)]).to.deep.equal([true, false]);
  });
});

onEveryEngine('company staff', (engine) => {
  let sita: Awaited<ReturnType<typeof anOperator>>;
  beforeEach(async () => {
    sita = await anOperator(engine(), { companyName: 'Blue Sky', phone: '9800000001' });
  });

  const invitation = (email: string, operatorId = sita.operatorId) => ({
    operatorId,
    fullName: 'Ram Thapa',
    email,
    phone: '9812345678',
    position: 'CLERK' as const,
    nonce: `nonce of ${email}`,
    invitedAt: START,
    expiresAt: LATER,
  });
  const invite = async (email = 'ram@example.com', operatorId = sita.operatorId) =>
    engine().transact(({ staff }) => staff.invite(invitation(email, operatorId)));
  const joined = async (email = 'ram@example.com') => {
    const [id, userId] = [(await invite(email))!, await aPassengerId(engine())];
    const joining = { userId, joinedAt: START, gaveRole: true, createdAccount: false };
    await engine().transact(({ staff }) => staff.join(id, joining));
    return { id, userId };
  };
  const all = async (now = START) => {
    const members = await engine().companies.staff(sita, now);
    return [...members].sort((one, other) => one.id - other.id);
  };

  it('staff are listed with the data of their accounts, and invited people with the data of their invitations', async () => {
    const id = await invite();
    expect(await all()).to.deep.equal([
      {
        id: (await all())[0]?.id,
        userId: sita.id,
        fullName: 'Sita Rai',
        email: sita.email,
        phone: '9800000001',
        position: 'OWNER',
        status: 'ACTIVE',
        invitedAt: null,
        joinedAt: JOINED,
        devices: 0,
      },
      {
        id,
        userId: null,
        fullName: 'Ram Thapa',
        email: 'ram@example.com',
        phone: '9812345678',
        position: 'CLERK',
        status: 'INVITED',
        invitedAt: START,
        joinedAt: null,
        devices: 0,
      },
    ]);
    expect(await engine().companies.staff({ operatorId: NOBODYS }, START)).to.deep.equal([]);
  });

  it('a staff member is found by company and id, and shows whether joining the company made the person an operator', async () => {
    const { id, userId } = await joined();
    const other = await anOperator(engine());
    const lock = (operatorId: OperatorId) => engine().transact(({ staff }) => staff.find({ operatorId }, id, START));
    expect(await lock(sita.operatorId)).to.include({ id, userId, status: 'ACTIVE', gaveRole: true, phone: null });
    expect(await lock(other.operatorId)).to.equal(undefined);
    const ofUser = await engine().transact(({ staff }) => staff.ofUser(userId));
    expect(ofUser).to.deep.equal({ id, operatorId: sita.operatorId, position: 'CLERK' });
    const stranger = await aPassengerId(engine());
    expect(await engine().transact(({ staff }) => staff.ofUser(stranger))).to.equal(undefined);
  });

  it('a company has only one open invitation for an e-mail address, and another company may invite it too', async () => {
    const other = await anOperator(engine());
    expect(await invite()).to.be.a('number');
    expect(await invite()).to.equal(undefined);
    expect(await invite('ram@example.com', other.operatorId)).to.be.a('number');
    await joined('hari@example.com');
    expect(await invite('hari@example.com', other.operatorId)).to.be.a('number');
  });

  it('the list of staff shows how many active crew devices each member has added', async () => {
    const sita = await anOperator(engine());
    const hari = await anOperator(engine());
    const { id } = await aDevice(engine(), { operatorId: sita.operatorId, addedBy: sita.id });
    await aDevice(engine(), { operatorId: sita.operatorId, addedBy: sita.id });
    await aDevice(engine(), { operatorId: sita.operatorId });
    await aDevice(engine(), { operatorId: hari.operatorId, addedBy: sita.id });
    const devices = async () => (await engine().companies.staff(sita, START)).map((one) => one.devices);
    expect(await devices()).to.deep.equal([2]);
    await engine().transact(({ crewDevices }) => crewDevices.revoke(id, START));
    expect(await devices()).to.deep.equal([1]);
  });

  it('ending the invitations to an e-mail address ends all of them, and no membership', async () => {
    const other = await anOperator(engine());
    const [here, there] = [await invite(), await invite('ram@example.com', other.operatorId)];
    await joined('hari@example.com');
    const ended = await engine().transact(({ staff }) => staff.endInvitations('ram@example.com'));
    expect(ended).to.have.deep.members([
      { id: here, operatorId: sita.operatorId, fullName: 'Ram Thapa' },
      { id: there, operatorId: other.operatorId, fullName: 'Ram Thapa' },
    ]);
    const left = await engine().companies.staff(sita, START);
    expect(left.map(({ status }) => status)).to.deep.equal(['ACTIVE', 'ACTIVE']);
  });

  it('a company’s number of staff leaves out expired invitations, and its number of owners leaves out all invitations', async () => {
    const { id } = await joined();
    await invite('hari@example.com');
    const count = (now = START) =>
      engine().transact(async ({ staff }) => [await staff.owners(sita), await staff.count(sita, now)]);
    expect(await count()).to.deep.equal([1, 3]);
    expect(await count(LATER)).to.deep.equal([1, 2]);
    await engine().transact(({ staff }) => staff.changePosition(id, 'OWNER'));
    expect(await count()).to.deep.equal([2, 3]);
  });

  it('an expired invitation is hidden, and the same e-mail address can be invited again', async () => {
    const id = (await invite())!;
    const countsAt = async (now: typeof START) => [
      (await all(now)).length,
      (await engine().transact(({ staff }) => staff.find(sita, id, now)))?.id,
      (await engine().transact(({ staff }) => staff.findInvitation(id, now)))?.id,
    ];
    expect(await countsAt((LATER - 1) as typeof START)).to.deep.equal([2, id, id]);
    expect(await countsAt(LATER)).to.deep.equal([1, undefined, undefined]);

    const other = await anOperator(engine());
    const drop = (now: typeof START) =>
      engine().transact(({ staff }) => staff.dropExpired(other, 'ram@example.com', now));
    await drop((LATER - 1) as typeof START);
    expect(await invite()).to.equal(undefined);
    await drop(LATER);
    expect(await invite()).to.be.a('number');
    await engine().transact(({ staff }) => staff.dropExpired(sita, 'x@example.com', LATER));
    expect(await invite()).to.be.a('number');
  });

  it('an invited person joins the company only once', async () => {
    const id = (await invite())!;
    const { invitedAt: _at, expiresAt: _end, ...given } = invitation('ram@example.com');
    const lock = () => engine().transact(({ staff }) => staff.findInvitation(id, START));
    expect(await lock()).to.deep.equal({ id, ...given });
    const userId = await aPassengerId(engine());
    const joining = { userId, joinedAt: START, gaveRole: false, createdAccount: true };
    await engine().transact(({ staff }) => staff.join(id, joining));
    expect(await lock()).to.equal(undefined);
    expect((await all(LATER)).map(({ status }) => status)).to.deep.equal(['ACTIVE', 'ACTIVE']);
  });

  it('a company with several members keeps its name, even if a member signs in with another company name', async () => {
    const { id, userId } = await joined();
    const nameAfter = async (user: UserId) => {
      const own = await engine().transact(({ users }) => users.ensureOperator(user, 'Red Sky', LATER));
      return [own, (await engine().companies.find(own!))?.companyName];
    };
    for (const user of [sita.id, userId]) expect(await nameAfter(user)).to.deep.equal([sita.operatorId, 'Blue Sky']);
    await engine().transact(({ staff }) => staff.remove(id));
    expect(await nameAfter(sita.id)).to.deep.equal([sita.operatorId, 'Red Sky']);
  });

  it('a member leaves or is removed from the staff, and the company remains', async () => {
    const { id } = await joined();
    await engine().transact(({ staff }) => staff.leave(sita.id));
    expect((await all()).map((member) => member.id)).to.deep.equal([id]);
    await engine().transact(({ staff }) => staff.remove(id));
    expect(await all()).to.deep.equal([]);
    expect(await engine().companies.find(sita.operatorId)).to.include({ companyName: 'Blue Sky' });
  });
});

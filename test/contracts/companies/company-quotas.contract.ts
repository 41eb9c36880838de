import { expect } from 'chai';
import { approveBus, rejectBus } from '../../../core/fleet/review-bus.ts';
import { addDevice } from '../../../core/boarding/enrol-device.ts';
import { addDocument } from '../../../core/fleet/add-document.ts';
import type { BusId, CityId, OperatorId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { addTrip } from '../../../core/planning/add-trip.ts';
import type { NewCompanyQuotas, Quotas } from '../../../core/companies/quotas.ts';
import type { WantedBus } from '../../../core/fleet/add-bus.ts';
import { aBus, calendar } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { anInvitee, companiesOn } from '../../support/companies.ts';
import { filesInMemory } from '../../../adapters/memory/files.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Fleet, aFleet } from '../../support/fleet.ts';
import { anAdmin } from '../../support/people.ts';
import { roomyQuotas } from '../../support/quotas.ts';
import { ended } from '../../support/refusals.ts';
import { timetablesOn } from '../../support/timetables.ts';

const endings = async (works: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.all(works.map(ended))).sort();

const refusalOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const quota = (what: string, limit: number, used: number) => ({
  code: 'QUOTA',
  kind: 'conflict',
  extra: { quota: { what, limit, used } },
});

const MIB = 1024 * 1024;
const pdf = (size: number): Uint8Array => {
  const content = new Uint8Array(size);
  content.set(new TextEncoder().encode('%PDF-1.7'));
  return content;
};

onEveryEngine('quotas of companies', (engine) => {
  const clock = handClock();
  const limited = (newCompany: Partial<NewCompanyQuotas>, everyCompany: Partial<Quotas['everyCompany']> = {}) => {
    const roomy = roomyQuotas(newCompany);
    return { ...engine(), quotas: { ...roomy, everyCompany: { ...roomy.everyCompany, ...everyCompany } } };
  };
  const needs = () => ({ ...engine(), clock, calendar });
  const approve = async (id: BusId) => approveBus(needs())((await anAdmin(engine())).id, id, undefined);
  const reject = async (id: BusId) =>
    rejectBus(needs())((await anAdmin(engine())).id, id, { reason: 'No.', revision: undefined });
  const isNew = (id: OperatorId) => engine().transact(({ usage }) => usage.isNew(id));

  it('a company without an approved bus cannot have more buses than its small quota', async () => {
    const fleet = await aFleet(limited({ buses: 2 }));
    await fleet.add();
    await fleet.add();
    expect(await refusalOf(fleet.add())).to.deep.include(quota('buses', 2, 2));
  });

  it('a company without an approved bus cannot exceed its small quota of buses by adding several at once', async () => {
    const fleet = await aFleet(limited({ buses: 2 }));
    const works = Array.from({ length: 5 }, () => fleet.add());
    expect(await endings(works)).to.deep.equal(['QUOTA', 'QUOTA', 'QUOTA', 'done', 'done']);
  });

  it('a company keeps the larger quota of buses once a bus was approved, even after this bus is rejected', async () => {
    const fleet = await aFleet(limited({ buses: 1 }, { buses: 3 }));
    const { id } = await fleet.add();
    expect(await isNew(fleet.member.operatorId)).to.equal(true);
    await approve(id);
    await reject(id);
    expect(await isNew(fleet.member.operatorId)).to.equal(false);
    await fleet.add();
    await fleet.add();
    expect(await refusalOf(fleet.add())).to.deep.include(quota('buses', 3, 3));
  });

  it('a company gets the larger quotas when an import adds an approved bus to it', async () => {
    const fleet = await aFleet(engine());
    const { operatorId } = fleet.member;
    await aBus(engine(), { operatorId, registrationNo: 'BA 1', approvalStatus: 'PENDING' });
    expect(await isNew(operatorId)).to.equal(true);
    await aBus(engine(), { operatorId, registrationNo: 'BA 2', approvalStatus: 'APPROVED' });
    expect(await isNew(operatorId)).to.equal(false);
  });

  it('a company cannot exceed its quota of timetables, even by adding several at once', async () => {
    const timetables = await timetablesOn(limited({ timetables: 2 }));
    const { operatorId } = timetables.member;
    // The import approved this company's buses, so the company is not new any more.
    expect(await isNew(operatorId)).to.equal(false);
    const fleet = await aFleet(engine());
    const buses = [await fleet.add(), await fleet.add(), await fleet.add()];
    const add = (busId: BusId) => timetables.addFor(fleet.member, timetables.plan({ busId, departs: '01:00' }));
    expect(await endings(buses.map(({ id }) => add(id)))).to.deep.equal(['QUOTA', 'done', 'done']);
    const { id: another } = await fleet.add();
    expect(await refusalOf(add(another))).to.deep.include(quota('timetables', 2, 2));
    for (const departs of ['01:00', '09:00', '17:00']) await timetables.add({ departs });
  });

  it('a company cannot exceed its quota of single trips, even by adding several at once', async () => {
    const fleet = await aFleet(engine());
    const [source, destination] = await engine().transact(({ catalogue }) =>
      catalogue.saveCities(['Kathmandu', 'Pokhara']),
    );
    const add = addTrip({ ...limited({ trips: 2 }), clock, calendar });
    const buses = [await fleet.add(), await fleet.add(), await fleet.add()];
    const plan = (busId: BusId, days: number) =>
      add(fleet.member, {
        busId,
        sourceCityId: source as CityId,
        destinationCityId: destination as CityId,
        fare: paisa(120_000),
        departsAt: daysAfter(START, days),
        arrivesAt: minutesAfter(daysAfter(START, days), 60),
        stops: [],
        fares: [],
        saleOpensAt: null,
        boardingPoints: [],
        droppingPoints: [],
      });
    expect(await endings(buses.map(({ id }) => plan(id, 1)))).to.deep.equal(['QUOTA', 'done', 'done']);
    expect(await refusalOf(plan(buses[0]!.id, 2))).to.deep.include(quota('trips', 2, 2));
    await approve(buses[1]!.id);
    await plan(buses[0]!.id, 2);
  });

  it('a company cannot exceed its quota of crew devices, even by adding several at once or after it revokes one', async () => {
    const fleet = await aFleet(engine());
    const { operatorId } = fleet.member;
    const all = { ...limited({ devices: 2 }), clock, calendar };
    const add = () => addDevice({ ...all, baseUrl: 'https://bus.example' })(fleet.member, 'Gate');
    expect(await endings([add(), add(), add()])).to.deep.equal(['QUOTA', 'done', 'done']);
    await engine().transact(({ crewDevices }) => crewDevices.revokeAddedBy(operatorId, fleet.member.userId, START));
    expect(await refusalOf(add())).to.deep.include(quota('devices', 2, 2));
  });

  describe('quotas of documents', () => {
    const adding = (fleet: Fleet, quotas: Quotas, documentFiles = filesInMemory()) => {
      const add = addDocument({ ...needs(), quotas, documentFiles });
      return (busId: BusId, size = 100) =>
        add(fleet.member, busId, {
          type: 'INSURANCE',
          number: 'N-1',
          validFrom: null,
          validUntil: null,
          file: { content: pdf(size), fileName: 'a.pdf' },
        });
    };

    it('a company cannot exceed its quota of documents, even by uploading to several buses at once', async () => {
      const { quotas } = limited({ documents: 2 });
      const [fleet, files] = [await aFleet(engine()), filesInMemory()];
      const buses = [await fleet.add(), await fleet.add(), await fleet.add()];
      const add = adding(fleet, quotas, files);
      expect(await endings(buses.map(({ id }) => add(id)))).to.deep.equal(['QUOTA', 'done', 'done']);
      expect(await refusalOf(add(buses[0]!.id))).to.deep.include(quota('documents', 2, 2));
      expect(files.kept.size).to.equal(2);
    });

    it('a company stores no files beyond its storage quota in MiB', async () => {
      const { quotas } = limited({ mib: 2 }, { mib: 3 });
      const fleet = await aFleet(engine());
      const { id } = await fleet.add();
      const add = adding(fleet, quotas);
      await add(id, 1.5 * MIB);
      expect(await refusalOf(add(id, 0.5 * MIB + 1))).to.deep.include(quota('mib', 2, 1.5));
      await add(id, 0.5 * MIB);
      await approve(id);
      await add(id, MIB);
      expect(await refusalOf(add(id))).to.deep.include(quota('mib', 3, 3));
    });
  });

  it('a company cannot send more invitations in 24 hours than its quota, and withdrawn ones count too', async () => {
    const companies = companiesOn(limited({ invitations: 2 }));
    const sita = await companies.company();
    const works = Array.from({ length: 3 }, () => companies.invite(sita, anInvitee()));
    expect(await endings(works)).to.deep.equal(['QUOTA', 'done', 'done']);
    const { rows } = await companies.listStaff(sita, { limit: 50 });
    for (const { id, status } of rows) if (status === 'INVITED') await companies.removeStaff(sita, id);
    expect(await refusalOf(companies.invite(sita, anInvitee()))).to.deep.include(quota('invitations', 2, 2));
    companies.clock.advance(24 * 60);
    expect(await companies.invite(sita, anInvitee())).to.include({ status: 'INVITED' });
  });

  it('an e-mail address gets at most three invitations in 24 hours from all companies together, withdrawn ones included', async () => {
    const companies = companiesOn(engine());
    const [one, other] = [await companies.company(), await companies.company()];
    const email = 'ram@example.com';
    const { id } = await companies.invite(one, anInvitee({ email }));
    companies.clock.advance(60);
    await companies.removeStaff(one, id);
    await companies.invite(one, anInvitee({ email }));
    const there = await companies.invite(other, anInvitee({ email }));
    await companies.removeStaff(other, there.id);
    const fourth = () => companies.invite(other, anInvitee({ email }));
    const refused = { kind: 'throttled', code: 'TOO_MANY_INVITATIONS', retryAfterSeconds: 23 * 3_600 };
    expect(await refusalOf(fourth())).to.include(refused);
    companies.clock.advance(23 * 60);
    expect(await fourth()).to.include({ status: 'INVITED' });
  });

  it('an e-mail address that four companies invite at once gets three invitations', async () => {
    const companies = companiesOn(engine());
    const owners = await Promise.all(Array.from({ length: 4 }, () => companies.company()));
    const works = owners.map((owner) => companies.invite(owner, anInvitee({ email: 'ram@example.com' })));
    expect(await endings(works)).to.deep.equal(['TOO_MANY_INVITATIONS', 'done', 'done', 'done']);
  });

  it('records of sent invitations are deleted after a day, a few at a time', async () => {
    const { id, operatorId } = await companiesOn(engine()).company();
    expect(id).to.be.a('number');
    await engine().transact(async ({ sentInvitations }) => {
      for (const at of [START, START + 1, START + 2])
        await sentInvitations.add({ operatorId, email: 'ram@example.com' }, at as typeof START);
    });
    const prune = (limit: number) =>
      engine().transact(({ sentInvitations }) => sentInvitations.prune((START + 2) as typeof START, limit));
    expect([await prune(1), await prune(5), await prune(5)]).to.deep.equal([1, 1, 0]);
    const left = await engine().transact(({ sentInvitations }) =>
      sentInvitations.to('ram@example.com', (START - 1) as typeof START),
    );
    expect(left).to.deep.equal([START + 2]);
  });

  describe('reserved registration numbers', () => {
    const NUMBER = { registrationNo: 'BA 1 KHA 1' };
    const another = async () => aFleet(engine());
    /** Adds a company with an approved bus. Such a company no longer counts as new. */
    const established = async () => {
      const fleet = await aFleet(engine());
      await aBus(engine(), { operatorId: fleet.member.operatorId, approvalStatus: 'APPROVED' });
      return fleet;
    };
    const codeOf = (fleet: Fleet, bus: Partial<WantedBus> = NUMBER) => ended(fleet.add(bus));

    it('a pending bus of a company without approved buses reserves its registration number within that company only', async () => {
      const [one, other] = [await another(), await another()];
      expect(await codeOf(one)).to.equal('done');
      expect(await codeOf(one)).to.equal('REGISTRATION_NO_TAKEN');
      expect(await codeOf(other)).to.equal('done');
    });

    it('an approved bus reserves its registration number for every company', async () => {
      const [one, other] = [await another(), await another()];
      const { id } = await one.add(NUMBER);
      await approve(id);
      expect(await codeOf(other)).to.equal('REGISTRATION_NO_TAKEN');
      const { id: changed } = await other.add({ registrationNo: 'BA 2' });
      expect(await ended(other.change(changed, NUMBER))).to.equal('REGISTRATION_NO_TAKEN');
    });

    it('a pending bus of a company with an approved bus reserves its registration number for every company, until rejected', async () => {
      const [one, other] = [await established(), await another()];
      const { id } = await one.add(NUMBER);
      expect(await codeOf(other)).to.equal('REGISTRATION_NO_TAKEN');
      await reject(id);
      expect(await codeOf(other)).to.equal('done');
    });

    it('a rejected bus cannot be submitted again while another company uses its registration number', async () => {
      const [one, other] = [await another(), await established()];
      const { id } = await one.add(NUMBER);
      await reject(id);
      await other.add(NUMBER);
      expect(await ended(one.change(id, { type: 'DELUXE' }))).to.equal('REGISTRATION_NO_TAKEN');
      expect(await ended(one.change(id, { name: 'Day Queen' }))).to.equal('done');
    });

    it('the second of two buses with one registration number cannot be approved', async () => {
      const [one, other] = [await another(), await another()];
      const [first, second] = [await one.add(NUMBER), await other.add(NUMBER)];
      await approve(first.id);
      expect(await ended(approve(second.id))).to.equal('REGISTRATION_NO_TAKEN');
      expect(await isNew(other.member.operatorId)).to.equal(true);
      await reject(first.id);
      expect(await ended(approve(second.id))).to.equal('done');
    });

    it('only one of two buses with the same registration number is approved when both are approved at once', async () => {
      const fleets = [await another(), await another()];
      const buses = await Promise.all(fleets.map((fleet) => fleet.add(NUMBER)));
      expect(await endings(buses.map(({ id }) => approve(id)))).to.deep.equal(['REGISTRATION_NO_TAKEN', 'done']);
    });

    it('a registration number that several companies with approved buses add at once goes to only one of them', async () => {
      const fleets = [await established(), await established(), await established()];
      expect(await endings(fleets.map((fleet) => fleet.add(NUMBER)))).to.deep.equal([
        'REGISTRATION_NO_TAKEN',
        'REGISTRATION_NO_TAKEN',
        'done',
      ]);
    });
  });

  describe('a person invited by several companies', () => {
    const PASSWORD = 'secret-123';
    const email = 'ram@example.com';
    const invitedTwice = async () => {
      const companies = companiesOn(engine());
      const [one, other] = [await companies.company('Blue Sky'), await companies.company('Red Sky')];
      await companies.invite(one, anInvitee({ email }));
      const token = await companies.tokenFor(email);
      const there = await companies.invite(other, anInvitee({ email }));
      return { companies, one, other, there, token, otherToken: await companies.tokenFor(email) };
    };

    it('a person invited by several companies can join only one of them, and the other invitations end', async () => {
      const { companies, other, there, token, otherToken } = await invitedTwice();
      await companies.accept({ token, password: PASSWORD });
      expect(await ended(companies.accept({ token: otherToken, password: PASSWORD }))).to.equal('INVITATION_INVALID');
      const { rows } = await companies.listStaff(other, { limit: 50 });
      expect(rows.map(({ status }) => status)).to.deep.equal(['ACTIVE']);
      const [, removal] = await companies.trailOf(there);
      expect(removal).to.deep.include({
        kind: 'STAFF_REMOVED',
        actor: { role: 'SYSTEM' },
        operatorId: other.operatorId,
      });
      expect(await ended(companies.invite(other, anInvitee({ email })))).to.equal('STAFF_ELSEWHERE');
    });

    it('a person who accepts two companies’ invitations at once joins only one company', async () => {
      const { companies, token, otherToken } = await invitedTwice();
      const works = [token, otherToken].map((one) => companies.accept({ token: one, password: PASSWORD }));
      expect(await endings(works)).to.deep.equal(['INVITATION_INVALID', 'done']);
      const ram = (await companies.account(email))!;
      expect((await engine().accounts.authState(ram.id))?.membership?.position).to.equal('CLERK');
    });
  });
});

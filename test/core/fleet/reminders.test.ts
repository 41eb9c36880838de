import { expect } from 'chai';
import type { BusDocument } from '../../../core/fleet/documents.ts';
import { gateTrips } from '../../../core/fleet/gate-trips.ts';
import { firstReminder, reminderOf } from '../../../core/fleet/reminders.ts';
import { remindOfPapers } from '../../../core/fleet/remind-of-papers.ts';
import { dayAfter } from '../../../core/kernel/calendar.ts';
import { aBus, allVerified, calendar, verified } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import { recorded } from '../../support/events.ts';
import { recordingMailer } from '../../../adapters/memory/mailer.ts';
import { mailed } from '../../support/mailer.ts';
import { anOperator } from '../../support/people.ts';

const END = '2026-12-31';
const before = (days: number): string => dayAfter(END, -days);

describe('document reminders', () => {
  /**
   * Checks a document daily from `start` days before its expiry. Returns how many days before the expiry each reminder
   * is due.
   */
  function dueFrom(start: number, isEnding: (day: string) => boolean = () => true): readonly number[] {
    let state = { reminded: null as number | null, remindOn: firstReminder({ status: 'VERIFIED', validUntil: END }) };
    const due: number[] = [];
    for (let days = start; days >= -40; days -= 1) {
      const today = before(days);
      if (state.remindOn === null || state.remindOn > today) continue;
      const { isDue, ...next } = reminderOf({ validUntil: END, ...state }, isEnding(today), today);
      if (isDue) due.push(days);
      expect(next.remindOn === null || next.remindOn > today, 'it is looked at once a day').to.equal(true);
      state = next;
    }
    return due;
  }

  it('reminders of an expiring vehicle document are due 30 days, 7 days and 1 day before its expiry', () => {
    expect(dueFrom(100)).to.deep.equal([30, 7, 1]);
  });

  it('a vehicle document that is verified late gets only the reminders that are still to come', () => {
    expect(dueFrom(29)).to.deep.equal([29, 7, 1]);
    expect(dueFrom(8)).to.deep.equal([8, 7, 1]);
    expect(dueFrom(7)).to.deep.equal([7, 1]);
    expect(dueFrom(5)).to.deep.equal([5, 1]);
    expect(dueFrom(1)).to.deep.equal([1]);
    expect(dueFrom(0)).to.deep.equal([0]);
    expect(dueFrom(-1)).to.deep.equal([]);
  });

  it('a vehicle document gets no reminders of its expiry while a verified renewal follows it', () => {
    expect(dueFrom(100, () => false)).to.deep.equal([]);
    expect(dueFrom(100, (day) => day < before(10))).to.deep.equal([30]);
    expect(dueFrom(100, (day) => day > before(20))).to.deep.equal([19, 7, 1]);
    expect(
      dueFrom(100, (day) => day < before(20) || day > before(10)),
      'each once',
    ).to.deep.equal([30, 7, 1]);
  });

  it('reminders of an expiring vehicle document begin 30 days before its expiry, once it is verified', () => {
    expect(firstReminder({ status: 'VERIFIED', validUntil: END })).to.equal('2026-12-01');
    expect(firstReminder({ status: 'VERIFIED', validUntil: null })).to.equal(null);
    for (const status of ['PENDING', 'REJECTED'] as const)
      expect(firstReminder({ status, validUntil: END })).to.equal(null);
  });
});

describe('reminders to companies', () => {
  const given = async (...insurances: readonly BusDocument[]) => {
    const engine = memoryEngine();
    const { operatorId, email } = await anOperator(engine);
    const documents = [...allVerified.filter(({ type }) => type !== 'INSURANCE'), ...insurances];
    const busId = await aBus(engine, { operatorId, registrationNo: 'BA 1 KHA 1', documents });
    const mailer = recordingMailer();
    const clock = handClock();
    const remind = remindOfPapers({ ...engine, clock, calendar });
    const on = async (day: string) => {
      clock.set(calendar.at(day, '00:00')!);
      const told = await remind(2);
      await mailed(engine, clock, mailer);
      return told;
    };
    const list = (...all: readonly BusDocument[]) =>
      engine.transact(async (stores) => {
        await stores.documents.saveListed([{ busId, documents: all }], START);
        await gateTrips(stores, calendar, [busId]);
      });
    return { engine, mailer, on, list, busId, operatorId, email, documents };
  };
  const insurance = (until: string, from?: string) => verified('INSURANCE', from, until);

  it('companies get a mail and a notification 30 days, 7 days and 1 day before a vehicle document expires', async () => {
    const { engine, mailer, on, busId, operatorId, email } = await given(insurance(END));
    const told: number[] = [];
    for (const day of [
      '2026-11-30',
      '2026-12-01',
      '2026-12-01',
      '2026-12-02',
      '2026-12-24',
      '2026-12-30',
      '2026-12-31',
    ])
      told.push(await on(day));
    expect(told).to.deep.equal([0, 1, 0, 0, 1, 1, 0]);
    expect(await recorded(engine)).to.deep.equal(
      Array.from({ length: 3 }, () => [
        `operators/${operatorId}/notifications`,
        {
          operator_id: operatorId,
          type: 'papers_expiring',
          payload: { bus_id: busId, registration_no: 'BA 1 KHA 1', type: 'INSURANCE', valid_until: END },
        },
      ]),
    );
    expect(mailer.sent).to.deep.equal(
      Array.from({ length: 3 }, () => ({
        kind: 'papers-expiring',
        to: email,
        name: 'Sita Rai',
        documentName: 'insurance',
        registrationNo: 'BA 1 KHA 1',
        validUntil: END,
      })),
    );
  });

  it('companies are not reminded of an expiring vehicle document that has a renewal', async () => {
    const { mailer, on } = await given(insurance('2026-12-10'), insurance(END, '2026-12-11'));
    for (let day = '2026-11-20'; day <= '2027-01-05'; day = dayAfter(day)) await on(day);
    expect(mailer.sent.map((mail) => mail.kind === 'papers-expiring' && mail.validUntil)).to.deep.equal([
      END,
      END,
      END,
    ]);
  });

  it('companies are reminded of an expiring vehicle document when its renewal is rejected', async () => {
    const { mailer, on, list, documents } = await given(insurance(END), insurance('2027-12-31', '2027-01-01'));
    expect(await on('2026-12-05')).to.equal(0);
    await list(...documents.slice(0, -1), { ...insurance('2027-12-31', '2027-01-01'), status: 'REJECTED' });
    expect(await on('2026-12-06')).to.equal(1);
    expect(mailer.sent.length).to.equal(1);
  });

  it('companies are reminded of every vehicle document whose expiry makes the bus’s documents incomplete', async () => {
    const { on } = await given(insurance(END), verified('POLLUTION', undefined, '2026-12-05'));
    expect(await on('2026-12-01'), 'the exhaust matters to nobody').to.equal(1);
    const both = await given(insurance(END));
    await both.list(...allVerified.map((one) => (one.type === 'ROUTE_PERMIT' ? one : { ...one, validUntil: END })));
    expect(await both.on('2026-12-01')).to.equal(3);
    expect(await both.on('2026-12-01')).to.equal(0);
  });

  it('companies are not reminded of expiring documents of a bus that lacks other documents today', async () => {
    const { on, list, documents } = await given(insurance(END));
    await list(...documents.slice(1));
    expect(await on('2026-12-01')).to.equal(0);
    await list(...documents);
    expect(await on('2026-12-02')).to.equal(1);
  });
});

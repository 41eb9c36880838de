import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connectDatabase } from '../../../adapters/knex/engine/database.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { handClock, START } from '../../support/clock.ts';
import { startApi } from '../../support/http.ts';

describe('the settings that audits compare bookings with', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('a start keeps commission rates and cancellation tiers that differ from those of the last start', async () => {
    const url = `sqlite:${join(folder, 'bus.sqlite')}`;
    const start = async (minutes: number, environment: Readonly<Record<string, string>>) => {
      const clock = handClock(minutesAfter(START, minutes));
      const api = await startApi({ environment: { DATABASE_URL: url, ...environment }, overrides: { clock } });
      await api.close();
    };
    await start(0, {});
    await start(1, { COMMISSION_RATE: '10' });
    await start(2, { COMMISSION_RATE: '12.5' });
    await start(3, { COMMISSION_RATE: '12.5', COUNTER_COMMISSION_RATE: '3' });
    const tiers = '[{"hours":5,"fee_percent":50}]';
    await start(4, { COMMISSION_RATE: '12.5', COUNTER_COMMISSION_RATE: '3', CANCELLATION_TIERS: tiers });
    await start(5, { COMMISSION_RATE: '12.5', COUNTER_COMMISSION_RATE: '3', CANCELLATION_TIERS: tiers });
    await start(6, {});

    const database = connectDatabase(url);
    const rows = await database
      .knex('platform_terms')
      .orderBy('since')
      .select<
        { since: number; commission_rate_bp: number; counter_commission_rate_bp: number; cancellation_tiers: string }[]
      >();
    await database.close();
    expect(
      rows.map((row) => [(row.since - START) / 60_000, row.commission_rate_bp, row.counter_commission_rate_bp]),
    ).to.deep.equal([
      [0, 1_000, 0],
      [2, 1_250, 0],
      [3, 1_250, 300],
      [4, 1_250, 300],
      [6, 1_000, 0],
    ]);
    const own = rows.filter((row) => row.cancellation_tiers === '[{"hours":5,"fee":5000}]');
    expect(own).to.deep.equal([rows[3]]);
  });
});

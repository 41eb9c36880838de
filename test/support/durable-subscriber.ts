import { type MqttClient, connectAsync } from 'mqtt';
import { expect } from 'chai';
import pg from 'pg';
import { eventually } from './eventually.ts';
import type { Mosquitto } from './mosquitto.ts';

/** A subscriber with a durable session that reconnects when the broker is back. */
export async function durableSubscriber({
  url,
}: Mosquitto): Promise<{ heardAll: (database: string) => Promise<void>; close: () => Promise<void> }> {
  const client: MqttClient = await connectAsync(url, {
    clean: false,
    clientId: `durable-${Date.now()}`,
    reconnectPeriod: 50,
    connectTimeout: 2_000,
  });
  const heard: { topic: string; id: string }[] = [];
  client.on('error', () => undefined);
  client.on('message', (topic, payload) => {
    heard.push({ topic, id: (JSON.parse(payload.toString()) as { event_id: string }).event_id });
  });
  await client.subscribeAsync('busticket/#', { qos: 1 });
  const since = Date.now();

  return {
    async heardAll(database) {
      const sql = new pg.Client(database);
      await sql.connect();
      await eventually(
        async () => (await sql.query('select 1 from outbox where sent_at is null limit 1')).rowCount === 0,
        30,
      );
      const { rows } = await sql.query<{ topic: string; event_id: string }>(
        'select topic, event_id from outbox where recorded_at >= $1 order by id',
        [since],
      );
      await sql.end();
      const heardIds = () => new Set(heard.map(({ id }) => id));
      await eventually(() => {
        const known = heardIds();
        return rows.every(({ event_id: id }) => known.has(id));
      }, 30).catch(() => undefined);
      const known = heardIds();
      expect(
        rows.filter(({ event_id: id }) => !known.has(id)),
        `of ${rows.length} events were never heard`,
      ).to.deep.equal([]);
      for (const topic of new Set(rows.map((row) => row.topic))) {
        const recorded = rows.filter((row) => row.topic === topic).map(({ event_id: id }) => id);
        const firsts = [
          ...new Set(heard.filter((one) => one.topic === `busticket/${topic}`).map(({ id }) => id)),
        ].filter((id) => recorded.includes(id));
        expect(firsts).to.deep.equal(recorded);
      }
    },
    close: () => client.endAsync(true),
  };
}

import mqtt from 'mqtt';

/**
 * A process that follows one topic with several connections: `subscriber.ts URL TOPIC COUNT`. Prints 'ready' when all
 * connections have subscribed. For each event, prints the milliseconds from the event's `at` until the last connection
 * got it.
 */

const [url = '', topic = '', count = '1'] = process.argv.slice(2);
const all = Number(count);
const heard = new Map<string, number>();

const follow = async (): Promise<void> => {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
  client.on('message', (_topic, payload) => {
    const { event_id: id, at } = JSON.parse(payload.toString()) as { event_id: string; at: string };
    const times = (heard.get(id) ?? 0) + 1;
    heard.set(id, times);
    if (times === all) process.send?.({ late: Date.now() - Date.parse(at) });
  });
  await client.subscribeAsync(topic, { qos: 1 });
};

for (let begun = 0; begun < all; begun += 50)
  await Promise.all(Array.from({ length: Math.min(50, all - begun) }, follow));
process.send?.('ready');

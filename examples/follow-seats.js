// Follows the seats of one trip over MQTT: prints the seat map's free seats, then each change.
// Usage: node examples/follow-seats.js TRIP_ID [BASE_URL]. The embedded broker answers at /mqtt of the service.
import mqtt from 'mqtt';

const [trip, base = 'http://localhost:3000'] = process.argv.slice(2);
if (!/^\d+$/.test(trip ?? '')) {
  console.error('Usage: node examples/follow-seats.js TRIP_ID [BASE_URL]');
  process.exit(2);
}

/** Reads the whole state. Events only say what changed since. */
async function freeSeats() {
  const response = await fetch(`${base}/api/trips/${trip}/seats`);
  const map = await response.json();
  if (!response.ok) throw new Error(map.detail);
  return map.has_seat_map
    ? map.seats
        .filter(({ status }) => status === 'AVAILABLE')
        .map(({ seat_number }) => seat_number)
        .join(', ')
    : `${map.seats_left} places`;
}

const client = mqtt.connect(`${base.replace(/^http/, 'ws')}/mqtt`);
const seen = new Set();

// Messages are not kept for those who were away, so the map is read again after each reconnect.
client.on('connect', async () => {
  await client.subscribeAsync(`busticket/schedules/${trip}/seats`, { qos: 1 });
  console.log(await freeSeats(), 'free');
});

client.on('message', (_topic, message) => {
  const { event_id, seat_numbers, status } = JSON.parse(message.toString());
  // An event may come twice, for example after a crash of the service.
  if (seen.has(event_id)) return;
  seen.add(event_id);
  console.log(seat_numbers.join(', '), status);
});

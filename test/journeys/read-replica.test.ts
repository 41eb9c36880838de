import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { type Traveller, findTrip, hold, register, smallCatalogue, statusOf } from '../support/journey.ts';
import { type ServiceProcess, importCatalogue, ownFolder, startProcess } from '../support/process.ts';
import { type ReplicatedPostgres, replicatedPostgres } from '../support/replicated-postgres.ts';
import { needs } from '../support/servers.ts';

const MOVED = 'what may lag is read from the replica';
const MOVED_BACK = 'everything is read from the primary, because of the replica';

describe('a service with a read replica', function () {
  this.timeout(300_000);
  let postgres: ReplicatedPostgres | undefined;
  let folder: string;
  let remove: (() => Promise<void>) | undefined;
  let service: ServiceProcess | undefined;
  let traveller: Traveller;

  before(async function () {
    postgres = await replicatedPostgres();
    needs(this, postgres);
    ({ folder, remove } = await ownFolder());
    const environment = { DATABASE_URL: postgres.url, DATABASE_READ_URL: postgres.replicaUrl };
    service = await startProcess(folder, environment);
    await importCatalogue(folder, smallCatalogue, environment);
    traveller = await register(service);
  });
  after(async () => {
    await service?.end('SIGTERM');
    await postgres?.remove();
    await remove?.();
  });

  const moves = (message: string): number => service!.log().filter(({ msg }) => msg === message).length;

  /** Searches until the service logs that it now reads from the replica, or from the primary again. */
  const untilMoved = (message: string, before: number): Promise<unknown> =>
    eventually(async () => {
      await service!.get('/api/trips');
      return moves(message) > before;
    }, 40);

  it('a service with a read replica searches on the replica, and shows a passenger’s own hold at once', async () => {
    await untilMoved(MOVED, 0);
    await eventually(async () => (await service!.get('/api/trips')).json.results.length > 0, 40);
    const trip = await findTrip(service!);
    // Pauses replay: the replica receives the primary's log but does not apply it, so its data are outdated.
    await postgres!.onReplica('select pg_wal_replay_pause()');
    await eventually(async () => {
      const [row] = await postgres!.onReplica('select pg_get_wal_replay_pause_state() as state');
      return row!['state'] === 'paused';
    });

    await hold(service!, traveller, trip.id, 'A1', 'A2');

    expect(await statusOf(service!, trip.id, 'A1', traveller.token)).to.equal('LOCKED_BY_ME');
    const { json: detail } = await service!.get(`/api/trips/${trip.id}`, traveller.token);
    expect(detail.seats_left).to.equal(6);
    expect((await findTrip(service!)).seats_left, 'the replica does not know of the hold').to.equal(8);

    await postgres!.onReplica('select pg_wal_replay_resume()');
    await eventually(async () => (await findTrip(service!)).seats_left === 6, 40);
  });

  it('a service searches the primary while its read replica is away, and the replica when it is back', async () => {
    const before = [moves(MOVED), moves(MOVED_BACK)] as const;
    await postgres!.stopReplica();

    expect((await service!.get('/api/trips')).status).to.equal(200);
    await untilMoved(MOVED_BACK, before[1]);

    await postgres!.startReplica();
    await untilMoved(MOVED, before[0]);
    expect((await service!.get('/readyz')).status).to.equal(200);
  });
});

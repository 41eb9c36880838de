import { expect } from 'chai';
import { aTrip } from '../support/catalogue.ts';
import { filesIn, locateCities, readCsv } from '../support/feeds.ts';
import { onEveryServer } from '../support/http.ts';
import { expectProblem } from '../support/problems.ts';

const ORIGIN = 'https://maps.example.com';

onEveryServer(
  'the timetable feed through HTTP',
  (api) => {
    it('the feed answers 503 with Retry-After before it is made, and then the archive', async () => {
      const early = await api().get('/gtfs.zip');
      expectProblem(early, 503, 'FEED_NOT_MADE');
      expect(early.headers.get('retry-after')).to.equal('60');

      await aTrip(api().dependencies);
      await locateCities(api().dependencies);
      await aTrip(api().dependencies, { to: 'Nowhere' });
      await api().useCases.makeFeed();
      const { status, headers, bytes } = await api().get('/gtfs.zip', undefined, { Origin: ORIGIN });
      expect([
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('x-left-out'),
      ]).to.deep.equal([200, 'application/zip', 'public, max-age=300', 'cities=1, points=0, trips=1']);
      expect(headers.get('etag')).to.match(/^"[0-9a-f]{32}"$/);
      expect(headers.get('access-control-expose-headers')).to.include('X-Left-Out');
      expect([...filesIn(bytes).keys()].toSorted()).to.deep.equal([
        ...['agency.txt', 'areas.txt', 'calendar_dates.txt', 'fare_leg_rules.txt', 'fare_products.txt'],
        ...['feed_info.txt', 'routes.txt', 'stop_areas.txt', 'stop_times.txt', 'stops.txt', 'translations.txt'],
        'trips.txt',
      ]);
      const [info] = readCsv(filesIn(bytes).get('feed_info.txt')!);
      expect(info).to.include({ feed_publisher_name: 'Our Buses', feed_publisher_url: api().dependencies.baseUrl });
      expect(info!['feed_version']).to.match(/^[0-9a-f]{12}$/);
    });

    it('the feed answers 304 to its ETag until a trip changes, and HEAD without a body', async () => {
      const { headers } = await api().get('/gtfs.zip');
      const etag = headers.get('etag')!;
      const ask = () => api().get('/gtfs.zip', undefined, { 'If-None-Match': etag });
      const same = await ask();
      expect([same.status, same.headers.get('etag'), same.bytes.length]).to.deep.equal([304, etag, 0]);
      const head = await api().send('/gtfs.zip', { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), head.bytes.length]).to.deep.equal([200, etag, 0]);
      await aTrip(api().dependencies);
      await api().useCases.makeFeed();
      expect((await ask()).status).to.equal(200);
    });

    it('the feed takes no other method', async () => {
      expectProblem(await api().post('/gtfs.zip'), 405, 'METHOD_NOT_ALLOWED');
    });
  },
  { environment: { CORS_ORIGINS: ORIGIN, FEED_PUBLISHER: 'Our Buses' } },
);

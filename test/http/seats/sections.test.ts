import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { recorded } from '../../support/events.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassengerId, anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';
import { aRoad } from '../../support/roads.ts';

type Answer = { readonly json: Record<string, unknown> };
const codeOf = ({ json }: Answer): unknown => json['code'];
const fieldsOf = ({ json }: Answer): readonly string[] =>
  ((json['errors'] ?? []) as { field: string }[]).map(({ field }) => field);

const DEPARTURE = hoursAfter(START, 48);
const at = (minutes: number): string => toIso(minutesAfter(DEPARTURE, minutes));

onEveryServer(
  'sections of a trip (from one stop to a later one) over HTTP',
  (api) => {
    let asha: UserId;
    let bikram: UserId;
    /** The trip stops in Kathmandu, Mugling, Damauli and Pokhara. */
    let trip: TripId;

    beforeEach(async () => {
      api().clock.set(START);
      [asha, bikram] = [await aPassengerId(api().dependencies), await aPassengerId(api().dependencies)];
      trip = (await aRoad(api().dependencies, { between: ['Mugling', 'Damauli'], seats: ['A1', 'A2', 'B1'] })).id;
    });

    const stops = (from: number, to: number) => ({ from_stop: from, to_stop: to });
    const lock = (seats: readonly string[], section: object = {}, passenger = asha) =>
      api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seats, ...section }, tokenOf(passenger));
    const release = (section: object | undefined, passenger = asha) =>
      api().post(`/api/trips/${trip}/seats/release`, section, tokenOf(passenger));
    const book = (seats: readonly string[], section: object = {}, passenger = asha) =>
      api().post('/api/bookings', { schedule_id: trip, seat_numbers: seats, ...section }, tokenOf(passenger));
    const detail = async (query = '') => (await api().get(`/api/trips/${trip}${query}`)).json;
    const statuses = async (query = '', passenger?: UserId): Promise<string> => {
      const token = passenger === undefined ? undefined : tokenOf(passenger);
      const { seats } = (await api().get(`/api/trips/${trip}/seats${query}`, token)).json;
      return (seats as { status: string }[]).map(({ status }) => status).join(' ');
    };
    const granted = async (...given: Parameters<typeof lock>) => (await lock(...given)).json.granted as string[];
    const messagesOf = async (topic: 'seats' | 'sections') =>
      (await recorded(api().dependencies))
        .filter(([name]) => name === `schedules/${trip}/${topic}`)
        .map(([, message]) => {
          const { seat_numbers: seats, from_stop: from, to_stop: to, status } = message as Record<string, string[]>;
          return [...seats!, ...(topic === 'sections' ? [`${String(from)}-${String(to)}`] : []), status].join(' ');
        });

    describe('choosing the stops to travel between', () => {
      const PATHS = ['', '/seats'];

      for (const path of PATHS) {
        it(`a request for stops in the wrong order, or that the trip lacks, answers 404 (${path === '' ? 'trip' : 'seat map'})`, async () => {
          for (const query of [
            '?from_stop=1&to_stop=1',
            '?from_stop=2&to_stop=1',
            '?from_stop=0&to_stop=4',
            '?from_stop=-1&to_stop=2',
            '?from_stop=0&to_stop=2147483648',
            '?from_stop=-99999999999&to_stop=99999999999999999999',
          ])
            expect((await api().get(`/api/trips/${trip}${path}${query}`)).status, query).to.equal(404);
          expect((await api().get(`/api/trips/${trip}${path}?from_stop=0&to_stop=3`)).status).to.equal(200);
        });

        it(`a query with only one stop, or a stop that is not a whole number, is refused (${path === '' ? 'trip' : 'seat map'})`, async () => {
          const faultOf = async (query: string) => fieldsOf(await api().get(`/api/trips/${trip}${path}?${query}`));
          expect(await faultOf('from_stop=1')).to.deep.equal(['to_stop']);
          expect(await faultOf('to_stop=1')).to.deep.equal(['from_stop']);
          expect(await faultOf('from_stop=x&to_stop=1')).to.deep.equal(['from_stop']);
          expect(await faultOf('from_stop=1&to_stop=1.5')).to.deep.equal(['to_stop']);
        });
      }

      it('a request body with only one stop, a wrong stop or stops in the wrong order is refused, and the answer names the field', async () => {
        const faultOf = async (answer: ReturnType<typeof lock>) => fieldsOf(await answer);
        for (const send of [
          (section: object) => lock(['A1'], section),
          release,
          (section: object) => book(['A1'], section),
        ]) {
          expect(await faultOf(send({ from_stop: 1 }))).to.deep.equal(['to_stop']);
          expect(await faultOf(send({ to_stop: 1 }))).to.deep.equal(['from_stop']);
          expect(await faultOf(send({ from_stop: 'one', to_stop: 1 }))).to.deep.equal(['from_stop']);
          expect(await faultOf(send(stops(2, 1)))).to.deep.equal(['to_stop']);
          expect(await faultOf(send(stops(0, 9)))).to.deep.equal(['to_stop']);
        }
      });

      it('a request for an unknown trip answers 404 before its stops are checked', async () => {
        const nowhere = { schedule_id: 2_147_483_647, seat_numbers: ['A1'], ...stops(5, 9) };
        expect((await api().post('/api/bookings', nowhere, tokenOf(asha))).status).to.equal(404);
        for (const action of ['lock', 'release'])
          expect(
            (
              await api().post(
                `/api/trips/2147483647/seats/${action}`,
                { seat_numbers: [], ...stops(5, 9) },
                tokenOf(asha),
              )
            ).status,
          ).to.equal(404);
      });

      it('a stop beyond the road is refused in a body, however large its number is', async () => {
        for (const to of [4, 2_147_483_648, Number.MAX_SAFE_INTEGER])
          for (const answer of [await lock(['A1'], stops(0, to)), await book(['A1'], stops(0, to))])
            expect(fieldsOf(answer), String(to)).to.deep.equal(['to_stop']);
      });

      it('a passenger can book from stops that the bus has not left, and wrong stops are refused first', async () => {
        api().clock.set(minutesAfter(DEPARTURE, 61));
        for (const send of [(section: object) => lock(['A1'], section), (section: object) => book(['A1'], section)]) {
          expect(fieldsOf(await send(stops(2, 1)))).to.deep.equal(['to_stop']);
          expect(codeOf(await send(stops(0, 1)))).to.equal('TRIP_DEPARTED');
          expect(codeOf(await send({}))).to.equal('TRIP_DEPARTED');
        }
        expect(await granted(['A1'], stops(1, 2))).to.deep.equal(['A1']);
        expect((await book(['A1'], stops(1, 2))).status).to.equal(201);
        api().clock.set(minutesAfter(DEPARTURE, 70));
        expect(codeOf(await lock(['A2'], stops(1, 2))), 'at its own departure').to.equal('TRIP_DEPARTED');
        expect(await granted(['A2'], stops(2, 3))).to.deep.equal(['A2']);
      });

      it('a counter sale between two stops is possible until the bus reaches the second, and checks trip, stops, seats in order', async () => {
        const { id: owner, operatorId } = await anOperator(api().dependencies);
        const clerk = staffTokenOf('CLERK', owner, operatorId);
        trip = (
          await aRoad(api().dependencies, { between: ['Mugling', 'Damauli'], seats: ['A1'], bus: { operatorId } })
        ).id;
        const sell = (section: object, id: number = trip) =>
          api().post(
            `/api/operator/trips/${id}/sales`,
            { seat_numbers: ['A1'], contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR', ...section },
            clerk,
          );
        expect((await sell(stops(5, 9), 2_147_483_647)).status).to.equal(404);
        expect(fieldsOf(await sell({ from_stop: 1 }))).to.deep.equal(['to_stop']);
        expect(fieldsOf(await sell({ from_stop: 0, to_stop: 1.5 }))).to.deep.equal(['to_stop']);
        expect(fieldsOf(await sell(stops(2, 2)))).to.deep.equal(['to_stop']);
        const sold = await sell(stops(0, 1));
        expect([sold.status, sold.json.from_stop, sold.json.to_stop, sold.json.total_amount]).to.deep.equal([
          201, 0, 1, 100,
        ]);
        expect(codeOf(await sell(stops(0, 2)))).to.equal('SEATS_TAKEN');
        api().clock.set(minutesAfter(DEPARTURE, 129));
        await api().post(`/api/operator/trips/${trip}/stops/0/left`, { at: at(1) }, clerk);
        const late = await sell(stops(1, 2));
        expect(late.status, 'its first stop is not left, so nobody need be on board').to.equal(201);
        api().clock.set(minutesAfter(DEPARTURE, 130));
        expect((await sell(stops(1, 2))).status, 'at its arrival').to.equal(409);
        await api().post(`/api/operator/trips/${trip}/stops/2/left`, {}, clerk);
        expect(codeOf(await sell(stops(2, 3)))).to.equal('TRIP_DEPARTED');
        expect((await sell({ ...stops(2, 3), on_board: true })).status).to.equal(201);
      });

      it('a trip’s detail for two stops has their cities, times, fare and free seats, and the times of the whole trip', async () => {
        await lock(['A1'], stops(0, 1));
        expect(await detail('?from_stop=1&to_stop=2')).to.include({
          ...stops(1, 2),
          source_city: 'Mugling',
          destination_city: 'Damauli',
          departure_time: toIso(minutesAfter(DEPARTURE, 70)),
          arrival_time: toIso(minutesAfter(DEPARTURE, 130)),
          duration_minutes: 60,
          fare: 100,
          seats_left: 3,
          trip_departure_time: toIso(DEPARTURE),
          trip_arrival_time: toIso(hoursAfter(DEPARTURE, 7)),
        });
        expect(await detail()).to.include({ ...stops(0, 3), source_city: 'Kathmandu', fare: 1200, seats_left: 2 });
      });
    });

    describe('holds between two stops', () => {
      it('two passengers can hold one seat at once, but only between stops that do not overlap', async () => {
        expect(await granted(['A1'], stops(0, 1))).to.deep.equal(['A1']);
        expect(await granted(['A1'], stops(1, 3), bikram)).to.deep.equal(['A1']);
        const chhiring = await aPassengerId(api().dependencies);
        for (const section of [{}, stops(0, 2), stops(1, 2), stops(0, 1)])
          expect((await lock(['A1'], section, chhiring)).json.rejected).to.deep.equal([
            { seat_number: 'A1', reason: 'Currently held by another passenger.' },
          ]);
      });

      it('a new selection of seats releases the passenger’s other holds on the trip, even if its own seats are refused', async () => {
        await lock(['A1', 'A2'], stops(0, 2));
        await lock(['B1'], stops(1, 3), bikram);
        expect(await granted(['B1', 'A1'], stops(1, 2))).to.deep.equal(['A1']);
        expect(await statuses('?from_stop=0&to_stop=1', asha)).to.equal('AVAILABLE AVAILABLE AVAILABLE');
        expect(await statuses('?from_stop=1&to_stop=2', asha)).to.equal('LOCKED_BY_ME AVAILABLE LOCKED');
        expect(await granted(['B1'], stops(2, 3))).to.deep.equal([]);
        expect(await statuses('?from_stop=1&to_stop=2', asha)).to.equal('AVAILABLE AVAILABLE LOCKED');
      });

      it('a release that names two stops releases only holds between exactly these stops', async () => {
        await lock(['A1', 'A2'], stops(0, 2));
        expect((await release(stops(0, 1))).json).to.deep.equal({ released: 0 });
        expect((await release(stops(0, 3))).json).to.deep.equal({ released: 0 });
        expect((await release(stops(0, 2))).json).to.deep.equal({ released: 2 });
        await lock(['A1'], stops(0, 2));
        expect((await release(undefined)).json).to.deep.equal({ released: 1 });
      });

      it('a seat with an expired hold can be held by another passenger between any of the hold’s stops', async () => {
        await lock(['A1'], stops(0, 3));
        api().clock.set(minutesAfter(START, 10));
        expect(await granted(['A1'], stops(1, 2), bikram)).to.deep.equal(['A1']);
        expect(await statuses('?from_stop=0&to_stop=1')).to.equal('AVAILABLE AVAILABLE AVAILABLE');
      });

      it('the best seats are free between the chosen stops, whatever is taken elsewhere', async () => {
        await lock(['A1', 'A2'], stops(0, 1), bikram);
        const best = async (body: object) =>
          (await api().post(`/api/trips/${trip}/seats/lock`, body, tokenOf(asha))).json;
        expect(await best({ best: 2, ...stops(0, 3) })).to.include({ code: 'SEATS_TOO_FEW', left: 1 });
        expect((await best({ best: 2, ...stops(1, 3) })).granted).to.deep.equal(['A1', 'A2']);
        expect((await best({ best: 3, ...stops(2, 3) })).granted).to.deep.equal(['A1', 'A2', 'B1']);
        expect(fieldsOf({ json: await best({ best: 1, ...stops(2, 1) }) })).to.deep.equal(['to_stop']);
      });

      it('seats can be held until the bus has left the passenger’s first stop, whatever happened at earlier stops', async () => {
        api().clock.set(DEPARTURE);
        expect((await lock(['A1'], stops(0, 1))).status).to.equal(409);
        expect(await granted(['A1'], stops(1, 2))).to.deep.equal(['A1']);
        api().clock.set(minutesAfter(DEPARTURE, 70));
        expect(codeOf(await lock(['A1'], stops(1, 2)))).to.equal('TRIP_DEPARTED');
        expect(codeOf(await book(['A1'], stops(1, 2)))).to.equal('TRIP_DEPARTED');
        expect(await granted(['A1'], stops(2, 3))).to.deep.equal(['A1']);
      });
    });

    describe('bookings between two stops', () => {
      it('a booking between two stops costs the fare between them, and needs holds between exactly these stops', async () => {
        await lock(['A1', 'A2'], stops(0, 2));
        for (const section of [stops(0, 1), stops(0, 3), {}])
          expect(codeOf(await book(['A1', 'A2'], section))).to.equal('SEAT_SELECTION_EXPIRED');
        const booked = await book(['A1', 'A2'], stops(0, 2));
        expect(booked.status).to.equal(201);
        expect(booked.json.total_amount).to.equal(400);
        expect(await statuses('?from_stop=1&to_stop=3')).to.equal('BOOKED BOOKED AVAILABLE');
        expect(await statuses('?from_stop=2&to_stop=3')).to.equal('AVAILABLE AVAILABLE AVAILABLE');
        expect((await lock(['A1'], stops(1, 2), bikram)).json.rejected).to.deep.equal([
          { seat_number: 'A1', reason: 'Already booked.' },
        ]);
      });

      it('a seat can be sold once between each two neighbouring stops, to different passengers', async () => {
        for (const [passenger, section] of [
          [asha, stops(0, 1)],
          [bikram, stops(1, 2)],
          [asha, stops(2, 3)],
        ] as const) {
          await lock(['A1'], section, passenger);
          expect((await book(['A1'], section, passenger)).status).to.equal(201);
        }
        expect(await detail()).to.include({ seats_left: 2 });
        expect(await detail('?from_stop=0&to_stop=2')).to.include({ seats_left: 2 });
      });

      it('cancelling a booking between two stops frees its seat between these stops only', async () => {
        await lock(['A1'], stops(0, 1), bikram);
        const other = await book(['A1'], stops(0, 1), bikram);
        await lock(['A1'], stops(1, 3));
        await book(['A1'], stops(1, 3));
        expect(
          (await api().post(`/api/bookings/${other.json.id as number}/cancel`, {}, tokenOf(bikram))).status,
        ).to.equal(200);
        expect(await statuses('?from_stop=0&to_stop=1')).to.equal('AVAILABLE AVAILABLE AVAILABLE');
        expect(await statuses('?from_stop=1&to_stop=2')).to.equal('BOOKED AVAILABLE AVAILABLE');
      });
    });

    describe('places between two stops of a bus without a seat map', () => {
      it('the number of places left between two stops is the smallest number left anywhere between them', async () => {
        trip = (await aRoad(api().dependencies, { between: ['Mugling'], seats: 20 })).id;
        const bookPlaces = (seats: number, section: object) =>
          api().post('/api/bookings', { schedule_id: trip, seats, ...section }, tokenOf(asha));
        expect((await bookPlaces(15, stops(0, 1))).status).to.equal(201);
        expect(
          (await api().post('/api/bookings', { schedule_id: trip, seats: 5, ...stops(1, 2) }, tokenOf(bikram))).status,
        ).to.equal(201);
        expect(
          (await api().post('/api/bookings', { schedule_id: trip, seats: 3, ...stops(1, 2) }, tokenOf(bikram))).status,
        ).to.equal(201);
        const left = async (query: string) => [
          (await detail(query)).seats_left,
          (await api().get(`/api/trips/${trip}/seats${query}`)).json.seats_left,
        ];
        expect(await left('')).to.deep.equal([5, 5]);
        expect(await left('?from_stop=0&to_stop=2')).to.deep.equal([5, 5]);
        expect(await left('?from_stop=1&to_stop=2')).to.deep.equal([12, 12]);
        expect(codeOf(await api().post('/api/bookings', { schedule_id: trip, seats: 6 }, tokenOf(bikram)))).to.equal(
          'NOT_ENOUGH_SEATS',
        );
        api().clock.set(minutesAfter(START, 15));
        expect(await left('')).to.deep.equal([20, 20]);
      });
    });

    describe('events about seats between two stops', () => {
      it('a seat’s new status is published for its section, and for the whole trip only if the whole trip’s status changes', async () => {
        await lock(['A1'], stops(2, 3), bikram);
        await book(['A1'], stops(2, 3), bikram);
        await lock(['A1'], stops(0, 1));
        await release(undefined);
        expect(await messagesOf('sections')).to.deep.equal([
          'A1 2-3 LOCKED',
          'A1 2-3 BOOKED',
          'A1 0-1 LOCKED',
          'A1 0-1 AVAILABLE',
        ]);
        expect(await messagesOf('seats')).to.deep.equal(['A1 LOCKED', 'A1 BOOKED']);
      });

      it('a hold that a passenger moves to other stops publishes no event for the whole trip, because the seat stays held', async () => {
        await lock(['A1'], stops(0, 1));
        await lock(['A1'], stops(1, 2));
        await lock(['A1'], stops(1, 2));
        await release(undefined);
        expect(await messagesOf('sections')).to.deep.equal([
          'A1 0-1 LOCKED',
          'A1 0-1 AVAILABLE',
          'A1 1-2 LOCKED',
          'A1 1-2 LOCKED',
          'A1 1-2 AVAILABLE',
        ]);
        expect(await messagesOf('seats')).to.deep.equal(['A1 LOCKED', 'A1 AVAILABLE']);
      });
    });

    describe('trip search with stops', () => {
      const search = async (query: string) => {
        const { results } = (await api().get(`/api/trips?${query}`)).json;
        return (results as { id: number; from_stop: number; to_stop: number; fare: number }[])
          .filter(({ id }) => id >= trip)
          .map(({ id, from_stop: from, to_stop: to, fare }) => [id, from, to, fare]);
      };

      it('a trip search between two cities finds trips that end there and trips with stops there, in one order', async () => {
        const early = (
          await aRoad(api().dependencies, {
            from: 'Mugling',
            to: 'Damauli',
            between: [],
            departsAt: hoursAfter(START, 40),
            fare: paisa(30_000),
          })
        ).id;
        const late = (
          await aRoad(api().dependencies, {
            from: 'Mugling',
            to: 'Damauli',
            between: [],
            departsAt: hoursAfter(START, 60),
            fare: paisa(5_000),
          })
        ).id;
        const between = 'origin=mugling&destination=Damauli';
        const [first, second, third] = [
          [early, 0, 1, 300],
          [trip, 1, 2, 100],
          [late, 0, 1, 50],
        ];
        expect(await search(between)).to.deep.equal([first, second, third]);
        expect(await search(`${between}&ordering=-departure_time`)).to.deep.equal([third, second, first]);
        expect(await search(`${between}&ordering=fare`)).to.deep.equal([third, second, first]);
        expect(await search(`${between}&ordering=-fare`)).to.deep.equal([first, second, third]);
        expect(await search(`${between}&min_fare=60&max_fare=200`)).to.deep.equal([second]);
        expect(await search('origin=Damauli&destination=Mugling')).to.deep.equal([]);
      });

      it('search results have the same stops and fares as the trip’s detail', async () => {
        for (const [query, path] of [
          ['origin=Mugling&destination=Damauli', `/api/trips/${trip}?from_stop=1&to_stop=2`],
          ['origin=Kathmandu&destination=Pokhara', `/api/trips/${trip}`],
          ['', `/api/trips/${trip}`],
        ] as const) {
          const { results } = (await api().get(`/api/trips?${query}`)).json;
          const found = (results as { id: number }[]).find(({ id }) => id === trip);
          const detail = (await api().get(path)).json;
          expect(found, query).to.deep.equal(
            Object.fromEntries(Object.keys(found!).map((name) => [name, detail[name] as unknown])),
          );
          expect(detail.stops).to.deep.equal([
            { city: 'Kathmandu', arrives_at: null, departs_at: toIso(DEPARTURE) },
            { city: 'Mugling', arrives_at: at(60), departs_at: at(70) },
            { city: 'Damauli', arrives_at: at(130), departs_at: at(140) },
            { city: 'Pokhara', arrives_at: detail.trip_arrival_time, departs_at: null },
          ]);
          expect(detail.fares).to.deep.equal([
            { from: 0, to: 1, fare: 100 },
            { from: 0, to: 2, fare: 200 },
            { from: 1, to: 2, fare: 100 },
            { from: 1, to: 3, fare: 200 },
            { from: 2, to: 3, fare: 100 },
          ]);
        }
      });

      it('a trip search by one city or none finds trips only from their first to their last stop', async () => {
        const whole = [[trip, 0, 3, 1200]];
        for (const query of ['', 'origin=Kathmandu', 'destination=Pokhara', 'origin=Kathmandu&destination=Pokhara'])
          expect(await search(query), query).to.deep.equal(whole);
        expect(await search('origin=Mugling')).to.deep.equal([]);
        expect(await search('destination=Damauli')).to.deep.equal([]);
      });

      it('a trip search finds a trip until the lead time before the bus leaves the stop where the passenger gets on', async () => {
        api().clock.set(minutesAfter(DEPARTURE, 40));
        expect(await search('origin=Mugling&destination=Damauli')).to.deep.equal([[trip, 1, 2, 100]]);
        expect(await search('origin=Kathmandu&destination=Mugling')).to.deep.equal([]);
        api().clock.set(minutesAfter(DEPARTURE, 41));
        expect(await search('origin=Mugling&destination=Damauli')).to.deep.equal([]);
      });
    });
  },
  { overrides: { authenticate } },
);

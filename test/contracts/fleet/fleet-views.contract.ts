import { expect } from 'chai';
import type { NewBus } from '../../../core/fleet/bus.ts';
import type { BusFilter } from '../../../core/fleet/ports.ts';
import type { BusId, OperatorId } from '../../../core/kernel/ids.ts';
import type { Page, Position } from '../../../core/kernel/page.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBus, allVerified } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aFleet } from '../../support/fleet.ts';
import { anOperator } from '../../support/people.ts';

onEveryEngine('views of a fleet', (engine) => {
  let operatorId: OperatorId;
  beforeEach(async () => {
    ({ operatorId } = await anOperator(engine(), { companyName: 'Blue Sky' }));
  });

  let made = 0;
  const add = async (bus: Partial<NewBus> = {}): Promise<BusId> => {
    made += 1;
    const [id] = await engine().transact(({ buses }) =>
      buses.add([
        {
          operatorId,
          name: 'Deluxe',
          registrationNo: `BA 1 KHA ${made}`,
          type: 'DELUXE',
          totalSeats: 9,
          amenities: [],
          status: 'ACTIVE',
          approvalStatus: 'APPROVED',
          createdAt: START,
          ...bus,
        },
      ]),
    );
    return id as BusId;
  };
  const listed = async (filter: BusFilter = {}, page: Partial<Page> = {}) => {
    const { rows, next } = await engine().fleetViews.list(filter, { limit: 10, ...page });
    return { ids: rows.map(({ id }) => id), next };
  };

  it('a view of a bus shows its company, its documents and the size of its seat map', async () => {
    const id = await aBus(engine(), { operatorId, seats: ['A1', 'A2'], documents: allVerified });
    const bus = await engine().fleetViews.find(id);
    expect(bus).to.deep.include({
      id,
      operatorId,
      companyName: 'Blue Sky',
      name: 'Blue Sky Deluxe',
      revision: 1,
      hasSeatMap: true,
      layout: { rows: 1, cols: 4, deckCount: 1 },
    });
    expect(bus?.documents).to.have.deep.members([...allVerified]);
    const plain = await engine().fleetViews.find(await add());
    expect([plain?.layout, plain?.documents]).to.deep.equal([null, []]);
    expect(await engine().fleetViews.find(4711 as BusId)).to.equal(undefined);
  });

  it('a view of a seat map is sorted by deck, row and column, and differs for a bus without a map and for an unknown bus', async () => {
    const fleet = await aFleet(engine());
    const { id } = await fleet.add({ template: '1x1-sleeper-double-deck' });
    const map = await engine().fleetViews.seatMap(id);
    expect(map).to.include({ rows: 8, cols: 3, deckCount: 2 });
    const places = map!.seats.map(({ deck, row, col }) => deck * 10_000 + row * 100 + col);
    expect(places).to.deep.equal([...places].sort((one, other) => one - other));
    expect(map!.seats.map(({ number }) => number).slice(0, 3)).to.deep.equal(['A1', 'B1', 'A2']);
    expect(await engine().fleetViews.seatMap(await add())).to.equal(null);
    expect(await engine().fleetViews.seatMap(4711 as BusId)).to.equal(undefined);
  });

  it('the list of buses is newest first, page by page, also when a bus is added between two pages', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    const first = await listed({}, { limit: 2 });
    expect([first.ids, first.next]).to.deep.equal([[three, two], [two]]);
    await add();
    expect(await listed({}, { limit: 2, after: first.next! })).to.deep.equal({ ids: [one], next: undefined });
  });

  it('the list of buses is filtered by company, status and approval, in any combination', async () => {
    const other = (await anOperator(engine())).operatorId;
    const [idle, waits, theirs] = [
      await add({ status: 'INACTIVE' }),
      await add({ approvalStatus: 'PENDING' }),
      await add({ operatorId: other, approvalStatus: 'PENDING' }),
    ];
    expect((await listed({ operatorId })).ids).to.deep.equal([waits, idle]);
    expect((await listed({ status: 'INACTIVE' })).ids).to.deep.equal([idle]);
    expect((await listed({ approvalStatus: 'PENDING' })).ids).to.deep.equal([theirs, waits]);
    expect((await listed({ approvalStatus: 'PENDING', operatorId })).ids).to.deep.equal([waits]);
    expect((await listed({ approvalStatus: 'PENDING', status: 'INACTIVE' })).ids).to.deep.equal([]);
  });

  it('the list of buses is searched by parts of the present name or registration number', async () => {
    const [one, two] = [
      await add({ name: 'ÉTOILE 100% Express', registrationNo: 'Ba 2 KHA 7' }),
      await add({ name: 'Night_Queen', registrationNo: 'GA 3' }),
    ];
    const found = async (q: string) => (await listed({ q })).ids;
    expect(await Promise.all(['étoile', '100%', 'ba 2', 'a 2 k'].map(found))).to.deep.equal([
      [one],
      [one],
      [one],
      [one],
    ]);
    expect(await Promise.all(['t_q', 'ga 3', 'e', '%%', '\\'].map(found))).to.deep.equal([
      [two],
      [two],
      [two, one],
      [],
      [],
    ]);
    await engine().transact(async ({ buses }) => {
      await buses.update({ ...(await buses.lock(two))!, name: 'Sajha', registrationNo: 'LU 4' });
    });
    expect(await Promise.all(['sajha', 'lu 4', 'queen', 'ga 3'].map(found))).to.deep.equal([[two], [two], [], []]);
  });

  it('the list of buses that wait for approval begins with the longest waiting', async () => {
    const [late, early] = [
      await add({ approvalStatus: 'PENDING', createdAt: minutesAfter(START, 9) }),
      await add({ approvalStatus: 'PENDING' }),
    ];
    await add();
    const page = async (limit: number, after?: Position) => {
      const { rows, next } = await engine().fleetViews.waiting({ limit, ...(after && { after }) });
      return [rows.map(({ id }) => id), next];
    };
    expect(await page(1)).to.deep.equal([[early], [START, early]]);
    expect(await page(1, [START, early])).to.deep.equal([[late], undefined]);
  });
});

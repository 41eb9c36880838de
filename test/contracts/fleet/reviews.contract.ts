import { expect } from 'chai';
import { listReviews } from '../../../core/fleet/list-reviews.ts';
import type { BusId, DocumentId } from '../../../core/kernel/ids.ts';
import type { Position } from '../../../core/kernel/page.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBus, calendar } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';

onEveryEngine('the queue of reviews', (engine) => {
  const list = (limit: number, after?: Position) =>
    listReviews({ ...engine(), clock: handClock(), calendar })({ limit, ...(after && { after }) });

  /** Adds a bus that has waited for review since `minutes` minutes after START. */
  const bus = async (minutes: number): Promise<BusId> => {
    const id = await aBus(engine(), { approvalStatus: 'PENDING' });
    await engine().transact(async ({ buses }) => {
      const kept = (await buses.lock(id))!;
      await buses.update({ ...kept, waitingSince: minutesAfter(START, minutes) });
    });
    return id;
  };
  let uploaded = 0;
  const document = async (busId: BusId, minutes: number): Promise<DocumentId> => {
    uploaded += 1;
    const file = { key: `key-${uploaded}`, name: 'permit.pdf', mediaType: 'application/pdf', sizeBytes: 7 } as const;
    const { id } = await engine().transact(async ({ buses, documents }) => {
      await buses.lock(busId);
      return documents.add({
        busId,
        type: 'ROUTE_PERMIT',
        number: 'N-1',
        validFrom: null,
        validUntil: null,
        file,
        uploadedAt: minutesAfter(START, minutes),
      });
    });
    return id;
  };
  const paged = async (limit: number) => {
    const seen: unknown[] = [];
    let after: Position | undefined;
    do {
      const { rows, next } = await list(limit, after);
      expect(rows.length).to.be.at.most(limit);
      seen.push(...rows.map((one) => [one.kind, one.document?.id ?? one.bus.id, one.bus.id, one.waitingSince]));
      after = next;
    } while (after);
    return seen;
  };

  it('the list of open reviews is empty when every bus and document is reviewed', async () => {
    await aBus(engine(), { approvalStatus: 'APPROVED' });
    await aBus(engine(), { approvalStatus: 'REJECTED' });
    expect(await list(10)).to.deep.equal({ rows: [], next: undefined });
  });

  it('the list of open reviews shows buses and documents together, the longest waiting first, page by page', async () => {
    const approved = await aBus(engine());
    const late = await bus(9);
    const early = await bus(1);
    const permit = await document(approved, 5);
    // Buses come before documents at equal times, and rows of a kind are ordered by id.
    const [one, other] = [await bus(5), await bus(5)];
    const another = await document(early, 5);
    const first = await document(approved, 0);
    const expected = [
      ['document', first, approved, START],
      ['bus', early, early, minutesAfter(START, 1)],
      ['bus', one, one, minutesAfter(START, 5)],
      ['bus', other, other, minutesAfter(START, 5)],
      ['document', permit, approved, minutesAfter(START, 5)],
      ['document', another, early, minutesAfter(START, 5)],
      ['bus', late, late, minutesAfter(START, 9)],
    ];
    for (const limit of [1, 2, 3, 6, 7, 100]) expect(await paged(limit), `${limit} a page`).to.deep.equal(expected);
  });

  it('the list of open reviews has a next page even if the first page holds only buses', async () => {
    const buses = [await bus(1), await bus(2), await bus(3)];
    expect((await paged(3)).map((row) => (row as readonly unknown[])[1])).to.deep.equal(buses);
    const { next } = await list(2);
    expect(next).to.deep.equal([minutesAfter(START, 2), 'bus', buses[1]]);
  });
});

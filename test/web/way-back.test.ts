import { expect } from 'chai';
import type { Schemas } from '../../web/api/operations.ts';
import { bodyOf } from '../../web/portal/planning/timetable-draft.ts';
import { comesBack, wayBackOf } from '../../web/portal/planning/way-back.ts';

const [KATHMANDU, MUGLING, POKHARA] = ['Kathmandu', 'Mugling', 'Pokhara'].map((city_name, id) => ({ id, city_name }));

/** A night bus from Kathmandu by Mugling to Pokhara, on Saturdays. */
const OUT = {
  id: 7,
  bus: { id: 3, bus_name: 'Night Rider', registration_no: 'BA 3 KHA 1234' },
  source_city: KATHMANDU,
  destination_city: POKHARA,
  fare: 1_200,
  departs: '20:00',
  duration_minutes: 420,
  days: ['SAT'],
  valid_from: '2026-01-01',
  valid_until: null,
  except_dates: ['2026-01-03'],
  stops: [
    { city: KATHMANDU, arrives: null, departs: 0 },
    { city: MUGLING, arrives: 180, departs: 200 },
    { city: POKHARA, arrives: 420, departs: null },
  ],
  fares: [{ from: 0, to: 1, fare: 500 }],
  boarding_points: [
    { name: 'Kalanki', minutes: 15, stop: 0 },
    { name: 'Mugling Bazar', minutes: 190, stop: 1 },
  ],
  dropping_points: [{ name: 'Prithvi Chowk', minutes: 410, stop: 2 }],
  sale_opens_at: null,
} as unknown as Schemas['Timetable'];

describe('the way back of a timetable', () => {
  it('the way back has the same bus an hour after its arrival, with stops, fares and points in the other order', () => {
    const { valid_from: _from, ...body } = bodyOf(wayBackOf(OUT));
    expect(body).to.deep.equal({
      source_city_id: POKHARA!.id,
      destination_city_id: KATHMANDU!.id,
      bus_id: 3,
      fare: 1_200,
      departs: '04:00',
      duration_minutes: 420,
      days: ['SUN'],
      valid_until: null,
      except_dates: [],
      sale_opens_at: null,
      stops: [{ city_id: MUGLING!.id, arrives: 220, departs: 240 }],
      fares: [{ from: 1, to: 2, fare: 500 }],
      boarding_points: [{ name: 'Prithvi Chowk', minutes: 10 }],
      dropping_points: [
        { name: 'Mugling Bazar', minutes: 230, stop: 1 },
        { name: 'Kalanki', minutes: 405 },
      ],
    });
  });

  it('a bus comes back if a timetable of the same bus that has not ended goes to its first city', () => {
    const back = { ...OUT, source_city: POKHARA!, destination_city: KATHMANDU! };
    expect(comesBack(OUT, [OUT, back])).to.equal(true);
    for (const other of [
      { ...back, bus: { ...back.bus, id: 4 } },
      { ...back, valid_until: '2020-01-01' },
      { ...back, destination_city: MUGLING! },
    ])
      expect(comesBack(OUT, [OUT, other])).to.equal(false);
  });
});

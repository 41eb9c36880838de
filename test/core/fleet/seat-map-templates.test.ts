import { expect } from 'chai';
import { activeSeats, layoutFaults } from '../../../core/fleet/seat-layout.ts';
import { SEAT_MAP_TEMPLATES, templateNamed } from '../../../core/fleet/seat-map-templates.ts';

describe('seat map templates', () => {
  it('seat map templates are valid, and have as many seats as their names say', () => {
    for (const { name, map } of SEAT_MAP_TEMPLATES) {
      expect(layoutFaults(map), name).to.deep.equal([]);
      expect(map.rows <= 40 && map.cols <= 8 && map.deckCount <= 2 && map.seats.length <= 120, name).to.equal(true);
      expect(map.seats.every(({ number, type }) => number.length <= 10 && type === type.toUpperCase())).to.equal(true);
      const said = /-(\d+)\b/.exec(name)?.[1];
      if (said !== undefined) expect(activeSeats(map), name).to.equal(Number(said));
    }
    expect(new Set(SEAT_MAP_TEMPLATES.map(({ name }) => name)).size).to.equal(SEAT_MAP_TEMPLATES.length);
  });

  it('seat map templates include the usual bus layouts', () => {
    const usual = ['2x2-40', '2x2-45-back-row', '2x1-30-sofa', '1x1-sleeper-double-deck', 'micro-14'];
    expect(SEAT_MAP_TEMPLATES.map(({ name }) => name)).to.include.members(usual);
    expect(templateNamed('1x1-sleeper-double-deck')?.map).to.include({ deckCount: 2, rows: 8, cols: 3 });
    expect(templateNamed('2x3-60')).to.equal(undefined);
  });
});

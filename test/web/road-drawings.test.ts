import { expect } from 'chai';
import { barKm, labelsOf, planOf } from '../../web/passenger/road/draw.ts';

describe('drawings of roads and places', () => {
  const frame = { width: 320, height: 160, edge: 30 };

  it('places are drawn north up, inside the frame, with kilometres as long in both directions', () => {
    const [middle, north, east] = [
      { lat: 27.7, lon: 85.3 },
      { lat: 27.709, lon: 85.3 },
      { lat: 27.7, lon: 85.3102 },
    ];
    const { dots, unitsPerKm } = planOf([middle, north, east], frame);
    const [m, n, e] = dots as [{ x: number; y: number }, { x: number; y: number }, { x: number; y: number }];
    expect(m.y - n.y).to.be.closeTo(unitsPerKm, 0.5);
    expect(e.x - m.x).to.be.closeTo(unitsPerKm, 0.5);
    for (const { x, y } of dots) {
      expect(x).to.be.within(frame.edge - 0.001, frame.width - frame.edge + 0.001);
      expect(y).to.be.within(frame.edge - 0.001, frame.height - frame.edge + 0.001);
    }
  });

  it('a single place is drawn in the middle of the frame', () => {
    const { dots, unitsPerKm } = planOf([{ lat: 27.7, lon: 85.3 }], frame);
    expect(dots).to.deep.equal([{ x: 160, y: 80 }]);
    expect(unitsPerKm).to.be.within(1, 300);
  });

  it('the bar is the longest round number of kilometres that has room', () => {
    expect(barKm(30, 110)).to.equal(2);
    expect(barKm(200, 110)).to.equal(0.5);
    expect(barKm(1, 110)).to.equal(100);
  });

  it('labels of stops cover neither each other nor the edge; one without room is left out', () => {
    const named = [0, 100, 104, 108, 320].map((x, index) => ({ text: `Stop ${index}`, x }));
    const labels = labelsOf(named, 320);
    expect(labels.map(({ text, row }) => [text, row])).to.deep.equal([
      ['Stop 0', 'above'],
      ['Stop 4', 'above'],
      ['Stop 1', 'below'],
      ['Stop 2', 'above'],
    ]);
  });
});

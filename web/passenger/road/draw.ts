/* Geometry of the drawings of roads and places, without side effects. */

/** A spot on the earth, in degrees. */
export interface Spot {
  readonly lat: number;
  readonly lon: number;
}

/** A spot in a drawing, in its units. */
export interface Dot {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** The empty edge on each side. */
  readonly edge: number;
}

/** The dots of spots in a frame, north up, and the number of units that a kilometre is long. */
export interface Plan {
  readonly dots: readonly Dot[];
  readonly unitsPerKm: number;
}

const KM_PER_DEGREE = 111.2;

/** The least extent of a drawing in kilometres. Spots that lie together would otherwise be drawn far apart. */
const LEAST_KM = 1;

/** Draws spots in the middle of a frame, as large as fits. Degrees of longitude are as long as at their latitude. */
export function planOf(spots: readonly Spot[], { width, height, edge }: Frame): Plan {
  const [south, north] = extentOf(spots.map(({ lat }) => lat));
  const [west, east] = extentOf(spots.map(({ lon }) => lon));
  const [middleLat, middleLon] = [(south + north) / 2, (west + east) / 2];
  const kmPerLon = KM_PER_DEGREE * Math.cos((middleLat * Math.PI) / 180);
  const [kmWide, kmHigh] = [
    Math.max(LEAST_KM, (east - west) * kmPerLon),
    Math.max(LEAST_KM / 2, (north - south) * KM_PER_DEGREE),
  ];
  const unitsPerKm = Math.min((width - 2 * edge) / kmWide, (height - 2 * edge) / kmHigh);
  const dots = spots.map(({ lat, lon }) => ({
    x: width / 2 + (lon - middleLon) * kmPerLon * unitsPerKm,
    y: height / 2 - (lat - middleLat) * KM_PER_DEGREE * unitsPerKm,
  }));
  return { dots, unitsPerKm };
}

const extentOf = (numbers: readonly number[]): readonly [least: number, most: number] => [
  Math.min(...numbers),
  Math.max(...numbers),
];

/** The lengths of a bar of kilometres. */
const BARS_KM = [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];

/** The longest bar of round kilometres that is at most `most` units long. */
export const barKm = (unitsPerKm: number, most: number): number => BARS_KM.find((km) => km * unitsPerKm <= most) ?? 0.1;

/** A label below or above a line, and the number of the row in which it does not cover another label. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly row: 'above' | 'below';
}

/** The width of an average letter of a label, in units. */
const LETTER = 6.6;
const GAP = 6;

/**
 * Labels for dots on a line from left to right, above the line or below it. The ends come first, then the dots between
 * them. A label without room in either row is left out.
 */
export function labelsOf(
  named: readonly { readonly text: string; readonly x: number }[],
  width: number,
): readonly Label[] {
  const taken: Record<Label['row'], [from: number, to: number][]> = { above: [], below: [] };
  const last = named.length - 1;
  const order = [...new Set([0, last, ...named.keys()])].filter((index) => index >= 0);
  return order.flatMap((index): Label[] => {
    const one = named[index]!;
    const long = one.text.length * LETTER;
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    const x = anchor === 'start' ? 0 : anchor === 'end' ? width : one.x;
    const from = anchor === 'start' ? 0 : anchor === 'end' ? width - long : x - long / 2;
    const rows: readonly Label['row'][] = index === 0 || index === last ? ['above', 'below'] : ['below', 'above'];
    const row = rows.find((name) =>
      taken[name].every(([left, right]) => from > right + GAP || from + long < left - GAP),
    );
    if (!row || from < 0 || from + long > width) return [];
    taken[row].push([from, from + long]);
    return [{ text: one.text, x, anchor, row }];
  });
}

/** The text of a label, cut where it is too long. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

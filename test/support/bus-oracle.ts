/*
 * Estimates of a bus, written a second time from the rules alone. The oracle reads all evidence anew for each question,
 * in plain minutes and kilometres, and shares no code with the core.
 */

/** A stop with its planned minutes and its city's coordinates. Minutes count from the departure. */
export interface OracleStop {
  readonly arrives: number;
  readonly departs: number;
  readonly lat: number;
  readonly lon: number;
}

export interface OraclePoint {
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
}

interface Seen {
  readonly at: number;
  readonly planned: number;
  /** True for a tap, which counts more than a point of the same moment. */
  readonly isTap: boolean;
}

export interface OracleFacts {
  readonly stops: readonly OracleStop[];
  /** Taps by stop: the minute at which the crew saw the bus leave. */
  readonly taps: ReadonlyMap<number, number>;
  readonly points: readonly OraclePoint[];
  readonly said: { readonly at: number; readonly minutes: number; readonly stop: number } | null;
}

export interface OracleAnswer {
  readonly past: number;
  readonly delay: number | null;
  /** True if the delay is so near to half a minute that another map of the earth may round it the other way. */
  readonly isClose: boolean;
  readonly arrived: number | null;
  /** For each stop ahead: its number, arrival and departure; null at the ends. */
  readonly ahead: readonly (readonly [stop: number, arrives: number | null, departs: number | null, within: number])[];
}

const KM_OF_DEGREE = (Math.PI * 6371.0088) / 180;

function kilometres(one: { lat: number; lon: number }, other: { lat: number; lon: number }): number {
  const radians = Math.PI / 180;
  const haversine =
    Math.sin(((other.lat - one.lat) * radians) / 2) ** 2 +
    Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * Math.sin(((other.lon - one.lon) * radians) / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(haversine));
}

interface Matched {
  readonly planned: number;
  /** The kilometres of the way that is left. */
  readonly left: number;
}

/** The spots that were found before, because each question asks for all points anew. */
const found = new WeakMap<readonly OracleStop[], Map<string, Matched | null>>();

function matched(stops: readonly OracleStop[], past: number, point: OraclePoint): Matched | null {
  const kept = found.get(stops) ?? new Map<string, Matched | null>();
  found.set(stops, kept);
  const key = `${past} ${point.at} ${point.lat} ${point.lon}`;
  const match = kept.get(key) ?? nearest(stops, past, point);
  kept.set(key, match);
  return match;
}

/** The nearest spot of the lines behind a stop, found in steps. */
function nearest(stops: readonly OracleStop[], past: number, point: OraclePoint): Matched | null {
  const from = Math.max(0, past);
  const scale = Math.cos((point.lat * Math.PI) / 180);
  let [least, planned, left] = [Infinity, 0, 0];
  for (let leg = from; leg < stops.length - 1; leg += 1) {
    const [here, next] = [stops[leg]!, stops[leg + 1]!];
    const rest = stops
      .slice(leg + 1, -1)
      .reduce((sum, stop, index) => sum + kilometres(stop, stops[leg + 2 + index]!), 0);
    // The distance along a line falls and then rises: a search in thirds finds its least.
    const far = (share: number): number =>
      KM_OF_DEGREE *
      Math.hypot(
        here.lat + (next.lat - here.lat) * share - point.lat,
        (here.lon + (next.lon - here.lon) * share - point.lon) * scale,
      );
    let [low, high] = [0, 1];
    for (let turn = 0; turn < 40; turn += 1) {
      const third = (high - low) / 3;
      if (far(low + third) <= far(high - third)) high -= third;
      else low += third;
    }
    const share = (low + high) / 2;
    if (far(share) < least - 1e-6) {
      least = far(share);
      planned = here.departs + share * (next.arrives - here.departs);
      left = kilometres(here, next) * (1 - share) + rest;
    }
  }
  if (least > 25) return null;
  let [mark, distance] = [-1, Infinity];
  for (let stop = from; stop < stops.length; stop += 1) {
    const far = kilometres(stops[stop]!, point);
    if (far < distance) [mark, distance] = [stop, far];
  }
  if (distance <= 1) {
    const { arrives, departs } = stops[mark]!;
    if (mark === stops.length - 1) planned = arrives;
    else if (mark === 0) planned = Math.min(point.at, departs);
    else planned = Math.min(Math.max(point.at, arrives), departs);
  }
  return { planned, left };
}

const wholeMinutes = (minutes: number): number => Math.floor(minutes + 0.5);

/** What can be known at a minute. */
export function askOracle({ stops, taps, points, said }: OracleFacts, now: number): OracleAnswer {
  const last = stops.length - 1;
  const end = stops[last]!;
  const order = [...points].sort((one, other) => one.at - other.at);
  const pastByTap = (at: number): number =>
    Math.max(-1, ...[...taps].filter(([, left]) => left <= at).map(([stop]) => stop));
  const seen: Seen[] = [...taps].map(([stop, at]) => ({ at, planned: stops[stop]!.departs, isTap: true }));
  const latest = (list: readonly Seen[]): Seen | undefined =>
    [...list].sort((one, other) => one.at - other.at || Number(one.isTap) - Number(other.isTap)).at(-1);
  let past = -1;
  let arrived: number | null = null;
  const matches: { at: number; planned: number; isNear: boolean; left: number }[] = [];
  let isOvertaken = false;
  const overtake = (list: readonly Seen[], pastNow: number): void => {
    const found = latest(list);
    if (
      said &&
      found &&
      found.at > said.at &&
      pastNow >= said.stop &&
      wholeMinutes(found.at - found.planned) >= said.minutes
    )
      isOvertaken = true;
  };
  const delayBy = (found: Seen | undefined): number => (found ? wholeMinutes(found.at - found.planned) : 0);
  const holds = (at: number): boolean =>
    said !== null && !isOvertaken && said.at <= at && at < stops[said.stop]!.arrives + said.minutes + 180;
  const known = (at: number): readonly Seen[] => [
    ...seen.filter((one) => one.isTap && one.at <= at),
    ...matches.map(({ at: moment, planned }) => ({ at: moment, planned, isTap: false })),
  ];

  for (const point of order) {
    for (const [, at] of [...taps].sort((one, other) => one[1] - other[1]))
      if (at <= point.at)
        overtake(
          known(at).filter((one) => one.at <= at),
          pastByTap(at),
        );
    past = Math.max(past, pastByTap(point.at));
    const match = matched(stops, past, point);
    if (!match) continue;
    const isNear = kilometres(end, point) <= 2;
    matches.push({ at: point.at, planned: match.planned, isNear, left: match.left });
    for (let stop = past + 1; stop < last; stop += 1) {
      // The present run of points behind the stop, from its first one that is not near the end.
      const since = matches.findLastIndex(({ planned }) => planned <= stops[stop]!.departs);
      const run = matches.slice(since + 1).filter((one) => !one.isNear);
      if (!isNear && run.length > 1 && point.at - run[0]!.at >= 2) past = stop;
    }
    if (isNear && point.at > end.arrives / 2) {
      const back = matches.findLastIndex((one) => !one.isNear && one.left > 5);
      const nearby = matches.slice(back + 1).filter((one) => one.isNear && one.at > end.arrives / 2);
      const others = (at: number): Seen | undefined =>
        latest([
          ...known(at).filter((one) => one.isTap),
          ...matches.filter((one) => !one.isNear && one.at <= at).map((one) => ({ ...one, isTap: false })),
        ]);
      const expected = (at: number): number => {
        const delay = delayBy(others(at));
        const counted = last <= Math.max(1, past + 1) ? delay : Math.max(0, delay);
        return end.arrives + (holds(at) ? Math.max(counted, said!.minutes) : counted);
      };
      const good = past >= last - 1 ? nearby : nearby.filter((one) => one.at >= expected(one.at) - 30);
      if (arrived === null && good.length > 1 && point.at - good[0]!.at >= 2) arrived = good[0]!.at;
    }
    if (!isNear && match.left > 5) arrived = null;
    overtake(known(point.at), past);
  }
  past = Math.max(past, pastByTap(Infinity));
  overtake(known(Infinity), past);
  const newest = latest(known(Infinity));
  const delay = newest ? delayBy(newest) : null;
  const part = newest ? (((newest.at - newest.planned) % 1) + 1) % 1 : 0;
  const isClose = newest?.isTap === false && Math.abs(part - 0.5) < 0.1;
  if ((newest === undefined && !holds(now)) || arrived !== null) return { past, delay, isClose, arrived, ahead: [] };

  const ahead: (readonly [number, number | null, number | null, number])[] = [];
  let before = now;
  for (let stop = past + 1; stop <= last; stop += 1) {
    const measured = delay ?? 0;
    let late = stop === Math.max(1, past + 1) ? measured : Math.max(0, measured);
    if (stop === 0) late = Math.max(0, measured);
    if (holds(now) && stop >= said!.stop) late = Math.max(late, said!.minutes);
    const arrives = stop === 0 ? null : Math.max(stops[stop]!.arrives + late, before);
    const departs = Math.max(stops[stop]!.departs + Math.max(0, late), arrives ?? now);
    before = departs;
    const until = Math.max(0, (arrives ?? departs) - now);
    ahead.push([stop, arrives, stop === last ? null : departs, Math.ceil(5 + 0.15 * until - 1e-9)]);
  }
  return { past, delay, isClose, arrived, ahead };
}

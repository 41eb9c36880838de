import { digits } from '../../words/digits.ts';
import { type Dot, type Frame, type Spot, barKm, labelsOf, planOf, shortened } from './draw.ts';
import { w } from './road-words.ts';
import './road.css';

/*
 * The drawings of roads and places. They are drawn in the page, so that no other host learns who looks at which place.
 */

const ROAD: Frame = { width: 320, height: 64, edge: 12 };
const LONGEST_STOP = 16;

export interface DrawnStop {
  readonly name: string;
  /** The share of the planned duration that is over when the bus is at the stop, from 0 to 1. */
  readonly share: number;
}

/** A road as a line with its stops. `progress` is the share of the planned duration that is behind the bus. */
export function RoadDrawing({
  stops,
  progress = null,
}: {
  readonly stops: readonly DrawnStop[];
  readonly progress?: number | null;
}) {
  const [from, to] = [stops[0]?.name ?? '', stops.at(-1)?.name ?? ''];
  const { width, height, edge } = ROAD;
  const middle = height / 2;
  const x = (share: number): number => edge + share * (width - 2 * edge);
  const labels = labelsOf(
    stops.map(({ name, share }) => ({ text: shortened(name, LONGEST_STOP), x: x(share) })),
    width,
  );
  return (
    <svg class="road" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={w.value.way(from, to)}>
      <path class="road-ahead" d={`M${x(0)} ${middle}H${x(1)}`} />
      {progress !== null && <path class="road-behind" d={`M${x(0)} ${middle}H${x(progress)}`} />}
      {stops.map(({ share }, index) => (
        <circle key={index} class="road-stop" cx={x(share)} cy={middle} r="4.5" />
      ))}
      {labels.map(({ text, x: at, anchor, row }) => (
        <text key={text} x={at} y={row === 'above' ? middle - 15 : middle + 24} text-anchor={anchor}>
          {text}
        </text>
      ))}
      {progress !== null && <Bus at={{ x: x(progress), y: middle }} />}
    </svg>
  );
}

/** A small bus, seen from the side. */
const Bus = ({ at: { x, y } }: { readonly at: Dot }) => (
  <g class="road-bus" transform={`translate(${x} ${y})`}>
    <rect class="road-bus-halo" x="-13" y="-9" width="26" height="18" rx="5" />
    <rect x="-11" y="-7" width="22" height="12" rx="3" />
    <path class="road-bus-window" d="M-8 -4H-3V-1H-8ZM-1.5 -4H3.5V-1H-1.5ZM5 -4H9V-1H5Z" />
    <circle cx="-6" cy="5.5" r="2.5" />
    <circle cx="6" cy="5.5" r="2.5" />
  </g>
);

const MAP: Frame = { width: 320, height: 156, edge: 34 };
/** The height of the strip with the bar, below the map. */
const BAR_HEIGHT = 24;
const LONGEST_PLACE = 24;
const LONGEST_BAR = 110;

interface Named extends Spot {
  readonly name: string;
}

/** A place among the other places of its stop, with the city's centre and a bar of kilometres. North is up. */
export function PlaceDrawing({
  place,
  centre,
  others,
}: {
  readonly place: Named;
  readonly centre: Named | undefined;
  readonly others: readonly Spot[];
}) {
  const words = w.value;
  const { width } = MAP;
  const height = MAP.height + BAR_HEIGHT;
  const { dots, unitsPerKm } = planOf([place, ...(centre ? [centre] : []), ...others], MAP);
  const here = dots[0]!;
  const dotOfCity = centre && dots[1];
  const city = dotOfCity && { ...dotOfCity, name: centre.name };
  const rest = dots.slice(centre ? 2 : 1);
  const km = barKm(unitsPerKm, LONGEST_BAR);
  const bar = km * unitsPerKm;
  // The place's label is on the side away from the city's centre, so that the two do not cover each other.
  const isAbove = !city || here.y <= city.y;
  return (
    <svg class="place-map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.whereIs(place.name)}>
      <rect class="place-map-ground" width={width} height={height} rx="8" />
      {city && <path class="place-map-way" d={`M${city.x} ${city.y}L${here.x} ${here.y}`} />}
      {rest.map(({ x, y }, index) => (
        <circle key={index} class="place-map-other" cx={x} cy={y} r="4" />
      ))}
      {city && <rect class="place-map-city" x={city.x - 5} y={city.y - 5} width="10" height="10" />}
      <circle class="place-map-here" cx={here.x} cy={here.y} r="7" />
      {city && <MapLabel at={city} text={city.name} isAbove={!isAbove} />}
      <MapLabel at={here} text={place.name} isAbove={isAbove} isStrong />
      <path class="place-map-bar" d={`M10 ${height - 16}v6h${bar}v-6`} />
      <text x={18 + bar} y={height - 9}>
        {words.kilometres(digits(km))}
      </text>
    </svg>
  );
}

/** A label above or below a dot of the map. It begins or ends there, so that it stays inside. */
function MapLabel({
  at: { x, y },
  text,
  isAbove,
  isStrong = false,
}: {
  readonly at: Dot;
  readonly text: string;
  readonly isAbove: boolean;
  readonly isStrong?: boolean;
}) {
  const isRight = x > MAP.width / 2;
  return (
    <text
      class={isStrong ? 'strong' : undefined}
      x={isRight ? Math.min(MAP.width - 6, x + 14) : Math.max(6, x - 14)}
      y={isAbove ? y - 13 : y + 22}
      text-anchor={isRight ? 'end' : 'start'}
    >
      {shortened(text, LONGEST_PLACE)}
    </text>
  );
}

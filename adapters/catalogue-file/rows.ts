import type { Draft } from '../../core/kernel/draft.ts';
import type {
  CatalogueDraft,
  FileBus,
  FileCity,
  FilePlace,
  FileSchedule,
  FileUser,
} from '../../core/catalogue/catalogue-file.ts';
import type { CatalogueDocument } from './schema.ts';

type Document = Draft<CatalogueDocument>;
type Row<Section extends keyof Document> = NonNullable<Extract<Document[Section], readonly unknown[]>[number]>;

/**
 * Converts the rows of a file to the core's types, with defaults for missing fields. An unreadable row becomes
 * undefined, so that the other rows keep their positions.
 */
export const draftOf = ({
  cities = [],
  admins = [],
  operators = [],
  buses = [],
  routes = [],
  schedules = [],
  places = [],
}: Document): CatalogueDraft => ({
  cities: cities.map((row) => (row === undefined ? undefined : toCity(row))),
  admins: admins.map((row) => row && toUser(row)),
  operators: operators.map((row) => row && { ...toUser(row), companyName: row.company_name, phone: row.phone ?? null }),
  buses: buses.map((row) => row && toBus(row)),
  routes,
  schedules: schedules.map((row) => row && toSchedule(row)),
  places: places.map((row) => row && toPlace(row)),
});

const toCity = (row: Row<'cities'>): Draft<FileCity> =>
  typeof row === 'string'
    ? { name: row, nameAt: '', aliases: undefined, nameNe: undefined, lat: undefined, lon: undefined }
    : {
        name: row.city_name,
        nameAt: '/city_name',
        aliases: row.aliases === null ? [] : row.aliases,
        nameNe: row.name_ne,
        lat: row.lat,
        lon: row.lon,
      };

const toPlace = (row: Row<'places'>): Draft<FilePlace> => ({
  operator: row.operator ?? null,
  city: row.city,
  name: row.name,
  nameNe: row.name_ne,
  lat: row.lat,
  lon: row.lon,
  landmark: row.landmark,
  landmarkNe: row.landmark_ne,
});

const toUser = ({ full_name: fullName, email, password }: Row<'admins'>): Draft<FileUser> => ({
  fullName,
  email,
  password,
});

const toBus = (row: Row<'buses'>): Draft<FileBus> => ({
  operator: row.operator,
  name: row.bus_name,
  registrationNo: row.registration_no,
  type: row.bus_type,
  totalSeats: row.total_seats,
  amenities: row.amenities ?? [],
  approvalStatus: row.approval_status,
  status: row.status ?? 'ACTIVE',
  documents: (row.documents ?? []).map(
    (document) =>
      document && {
        type: document.type,
        status: document.status,
        validFrom: null,
        validUntil: document.valid_until ?? null,
      },
  ),
  seatMap: row.seat_map
    ? {
        rows: row.seat_map.rows,
        cols: row.seat_map.cols,
        deckCount: row.seat_map.deck_count,
        seats: row.seat_map.seats?.map(
          (seat) =>
            seat && {
              number: seat.seat_number,
              deck: seat.deck,
              row: seat.row,
              col: seat.col,
              type: seat.seat_type ?? 'STANDARD',
              isActive: seat.is_active ?? true,
              ...(seat.kept_for && { keptFor: seat.kept_for }),
            },
        ),
      }
    : null,
});

const toSchedule = (row: Row<'schedules'>): Draft<FileSchedule> => ({
  key: row.key,
  bus: row.bus,
  source: row.source,
  destination: row.destination,
  fare: row.fare,
  status: row.status ?? 'ACTIVE',
  stops: row.stops ?? [],
  fares: row.fares ?? [],
  times: row.daily
    ? { daily: { time: row.daily.time, durationMinutes: row.daily.duration_minutes, days: row.daily.days } }
    : { departsAt: row.departure_time, arrivesAt: row.arrival_time },
});

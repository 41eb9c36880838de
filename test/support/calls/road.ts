import type { CityId, PlaceId } from '../../../core/kernel/ids.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { COMPANY } from './companies.ts';
import { type Calls, N } from './rows.ts';

const PLACE = N as PlaceId;
const SPOT = { coordinates: { lat: 27.69, lon: 85.28 }, nameNe: null, landmark: null, landmarkNe: null };

export const ROAD_CALLS = {
  places: {
    add: ({ places }) => places.add({ operatorId: COMPANY, cityId: 2 as CityId, name: 'Kalanki', ...SPOT }),
    named: ({ places }) => places.named(COMPANY, 2 as CityId, 'Kalanki'),
    lock: ({ places }) => places.lock(PLACE),
    change: async ({ places }) => {
      const place = await places.lock(PLACE);
      if (place) await places.change({ ...place, ...SPOT });
    },
    setPhoto: ({ places }) => places.setPhoto(PLACE, null),
    remove: ({ places }) => places.remove(PLACE),
  },
} as const satisfies Partial<Calls<Stores, Stores>>;

export const ROAD_VIEW_CALLS = {
  placeViews: {
    find: ({ placeViews }) => placeViews.find(PLACE),
    all: async ({ placeViews }) => {
      for (const filter of [{ owners: [COMPANY, null] }, { owners: [null], cityId: 2 as CityId }])
        await placeViews.all(filter);
    },
  },
} as const satisfies Partial<Calls<Views, Views>>;

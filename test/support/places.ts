import type { CityId, OperatorId } from '../../core/kernel/ids.ts';
import type { Place } from '../../core/road/place.ts';
import type { Engine } from './engines.ts';

interface GivenPlace {
  readonly operatorId?: OperatorId | null;
  readonly cityId: CityId;
  readonly name: string;
  readonly nameNe?: string;
  readonly landmark?: string;
}

/** A place, shared unless it is given a company. */
export async function aPlace(
  engine: Pick<Engine, 'transact'>,
  { operatorId = null, cityId, name, nameNe, landmark }: GivenPlace,
): Promise<Place> {
  const details = { nameNe: nameNe ?? null, landmark: landmark ?? null, landmarkNe: null };
  const coordinates = { lat: 27.6933, lon: 85.2814 };
  const place = await engine.transact(({ places }) =>
    places.add({ operatorId, cityId, name, coordinates, ...details }),
  );
  if (typeof place === 'string') throw new Error(`The place ${name} is not added: ${place}.`);
  return place;
}

/** The form with which a photo is sent. */
export function photoForm(content: Uint8Array, field = 'photo'): FormData {
  const form = new FormData();
  form.set(field, new Blob([content as Uint8Array<ArrayBuffer>]), 'photo.jpg');
  return form;
}

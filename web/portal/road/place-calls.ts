import type { Schemas } from '../../api/operations.ts';
import { api, isAdmin } from '../session.ts';

export type Place = Schemas['Place'];

/** The fields of a place that a form sends. */
export interface PlaceBody {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly name_ne: string | null;
  readonly landmark: string | null;
  readonly landmark_ne: string | null;
}

/** The API's calls for the user's places: those of the company, or the shared ones for administrators. */
export function placeCalls() {
  const all = `/api/${isAdmin() ? 'admin' : 'operator'}/places` as const;
  const one = `${all}/{id}` as const;
  return {
    list: (options: {
      readonly query: { readonly q?: string; readonly cursor?: string };
      readonly signal?: AbortSignal;
    }) => api.get(all, options),
    add: (body: PlaceBody & { readonly city_id: number }) => api.post(all, { body }),
    change: (id: number, body: PlaceBody) => api.patch(one, { path: { id }, body }),
    remove: (id: number) => api.delete(one, { path: { id } }),
    removePhoto: (id: number) => api.delete(`${one}/photo`, { path: { id } }),
    setPhoto: async (id: number, photo: File): Promise<void> => {
      const body = new FormData();
      body.set('photo', photo);
      await api.raw(`${all}/${id}/photo`, { method: 'PUT', body });
    },
  };
}

import type { Answer } from '../../api/operations.ts';
import { api, isAdmin } from '../session.ts';

export type OfficeDoor = Answer<'get', '/api/operator/doors/{id}'>;
export type TripAtDoor = OfficeDoor['trips'][number];

/** Reads a door with the company's trips, or with all trips for administrators. */
export const readDoor = (id: string, signal: AbortSignal): Promise<OfficeDoor> =>
  api.get(`/api/${isAdmin() ? 'admin' : 'operator'}/doors/{id}` as const, { path: { id }, signal });

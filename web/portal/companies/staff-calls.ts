import type { Answer, Schemas } from '../../api/operations.ts';
import { type Position, POSITIONS, api } from '../session.ts';
import { w } from '../words.ts';

/** An invitation to join the staff, as the request needs it. */
export interface Invitation {
  readonly full_name: string;
  readonly email: string;
  readonly phone?: string;
  readonly position: Position;
}

/** The API's calls for the staff of a company, or of an agent. */
export interface StaffCalls {
  /** The positions that members can have, highest first. */
  readonly positions: readonly Position[];
  /** The work of each position. */
  readonly duties: () => Readonly<Record<Position, string>>;
  readonly list: (options: {
    readonly query: { readonly cursor?: string };
    readonly signal?: AbortSignal;
  }) => Promise<Answer<'get', '/api/operator/staff'>>;
  readonly invite: (invitation: Invitation) => Promise<Schemas['StaffMember']>;
  readonly change: (id: number, position: Position) => Promise<unknown>;
  readonly remove: (id: number, options: { readonly revokesDevices: boolean }) => Promise<unknown>;
}

export const COMPANY_STAFF: StaffCalls = {
  positions: POSITIONS,
  duties: () => w.value.staff.duties,
  list: (options) => api.get('/api/operator/staff', options),
  invite: (body) => api.post('/api/operator/staff', { body }),
  change: (id, position) => api.patch('/api/operator/staff/{id}', { path: { id }, body: { position } }),
  remove: (id, { revokesDevices }) =>
    api.delete('/api/operator/staff/{id}', { path: { id }, query: { devices: revokesDevices ? 'true' : 'false' } }),
};

import type { Schemas } from '../../api/operations.ts';
import { api } from '../session.ts';

export type Key = Schemas['AgentKey'];
export type NewKey = Schemas['NewAgentKey'];

/** A key as the form describes it. */
export interface WantedKey {
  readonly label: string;
  readonly scopes: Key['scopes'];
  readonly daily_amount: number | null;
}

/** The API's calls for an agent's keys. The agent and administrators use different paths. */
export interface KeyCalls {
  readonly list: (options: {
    readonly query: { readonly cursor?: string };
    readonly signal?: AbortSignal;
  }) => Promise<{ readonly results: readonly Key[]; readonly next_cursor: string | null }>;
  readonly add: (body: WantedKey) => Promise<NewKey>;
  readonly rotate: (key: number) => Promise<NewKey>;
  readonly setStatus: (key: number, status: Key['status']) => Promise<unknown>;
  readonly remove: (key: number) => Promise<unknown>;
}

export const OWN_KEYS: KeyCalls = {
  list: (options) => api.get('/api/agent/keys', options),
  add: (body) => api.post('/api/agent/keys', { body }),
  rotate: (key) => api.post('/api/agent/keys/{key}/rotate', { path: { key }, body: {} }),
  setStatus: (key, status) => api.patch('/api/agent/keys/{key}', { path: { key }, body: { status } }),
  remove: (key) => api.delete('/api/agent/keys/{key}', { path: { key } }),
};

/** The keys of any agent, for administrators. */
export const keysOf = (id: number): KeyCalls => ({
  list: (options) => api.get('/api/admin/agents/{id}/keys', { path: { id }, ...options }),
  add: (body) => api.post('/api/admin/agents/{id}/keys', { path: { id }, body }),
  rotate: (key) => api.post('/api/admin/agents/{id}/keys/{key}/rotate', { path: { id, key }, body: {} }),
  setStatus: (key, status) => api.patch('/api/admin/agents/{id}/keys/{key}', { path: { id, key }, body: { status } }),
  remove: (key) => api.delete('/api/admin/agents/{id}/keys/{key}', { path: { id, key } }),
});

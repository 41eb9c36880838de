import type { Schemas } from '../../api/operations.ts';
import { agency, api, isAdmin } from '../session.ts';

export type Webhook = Schemas['Webhook'];
export type NewWebhook = Schemas['WebhookWithSecret'];
export type Delivery = Schemas['Delivery'];

type Owner = 'operator' | 'agent' | 'admin';

/** The pages of the user's webhooks: those of the company, of the agency or of the platform. */
export const webhooksPage = (): string => {
  if (isAdmin()) return '/portal/admin/webhooks';
  return agency.value ? '/portal/agency/webhooks' : '/portal/webhooks';
};

const ownerOfUser = (): Owner => {
  if (isAdmin()) return 'admin';
  return agency.value ? 'agent' : 'operator';
};

/** The API's calls for the user's webhooks. Companies, agents and the platform have the same calls by other paths. */
export function webhookCalls() {
  const all = `/api/${ownerOfUser()}/webhooks` as const;
  const one = `${all}/{id}` as const;
  return {
    list: (options: { readonly query: { readonly cursor?: string }; readonly signal?: AbortSignal }) =>
      api.get(all, options),
    add: (body: { readonly url: string; readonly events: Webhook['events']; readonly description: string }) =>
      api.post(all, { body }),
    setStatus: (id: number, status: Webhook['status']) => api.patch(one, { path: { id }, body: { status } }),
    remove: (id: number) => api.delete(one, { path: { id } }),
    rotate: (id: number, atOnce: boolean) => api.post(`${one}/rotate`, { path: { id }, body: { at_once: atOnce } }),
    test: (id: number) => api.post(`${one}/test`, { path: { id } }),
    deliveries: (
      id: number,
      options: { readonly query: { readonly cursor?: string }; readonly signal?: AbortSignal },
    ) => api.get(`${one}/deliveries`, { path: { id }, ...options }),
    sendAgain: (id: number, delivery: number) =>
      api.post(`${one}/deliveries/{delivery}/redeliver`, { path: { id, delivery } }),
    replay: (id: number, since: string) => api.post(`${one}/replay`, { path: { id }, body: { since } }),
  };
}

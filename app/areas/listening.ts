import { eventRoutes } from '../../adapters/http/listening/event-routes.ts';
import type { ListeningBase } from '../../adapters/http/listening/listening-base.ts';
import { webhookRoutes } from '../../adapters/http/listening/webhook-routes.ts';
import { writeEvent } from '../../adapters/http/listening/write-event.ts';
import { actorOf } from '../../core/agents/caller.ts';
import { redeliverEvent, replayEvents, testWebhook } from '../../core/listening/ask-for-deliveries.ts';
import { disableUnreadable } from '../../core/listening/disable-webhook.ts';
import { addWebhook, changeWebhook, removeWebhook } from '../../core/listening/keep-webhooks.ts';
import { PLATFORM, agentAs, companyAs } from '../../core/listening/owner.ts';
import { pruneListening } from '../../core/listening/prune-listening.ts';
import { rotateSecret } from '../../core/listening/rotate-secret.ts';
import { viewEvents } from '../../core/listening/view-events.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Job, EVERY_TEN_MINUTES } from '../scheduler.ts';

export const listeningUseCases = (dependencies: Dependencies) => ({
  addWebhook: addWebhook(dependencies),
  changeWebhook: changeWebhook(dependencies),
  removeWebhook: removeWebhook(dependencies),
  rotateSecret: rotateSecret(dependencies),
  testWebhook: testWebhook({ ...dependencies, writeEvent }),
  redeliverEvent: redeliverEvent(dependencies),
  replayEvents: replayEvents(dependencies),
  viewEvents: viewEvents(dependencies),
  pruneListening: pruneListening(dependencies),
  disableUnreadable: disableUnreadable(dependencies),
});

export type ListeningUseCases = ReturnType<typeof listeningUseCases>;

const COMPANY: Pick<ListeningBase<'owner' | 'manager'>, 'base' | 'name' | 'whose' | 'actingFor'> = {
  base: '/api/operator',
  name: 'Operator',
  whose: 'your company',
  actingFor: ({ userId, staff: { operatorId } }) => ({
    owner: companyAs(operatorId),
    actor: { role: 'OPERATOR', userId },
  }),
};

const AGENT: Pick<ListeningBase<'agentWebhooks' | 'agentListener'>, 'base' | 'name' | 'whose' | 'actingFor'> = {
  base: '/api/agent',
  name: 'Agent',
  whose: 'your agent',
  actingFor: (caller) => ({ owner: agentAs(caller.agentId), actor: actorOf(caller) }),
};

const ADMINISTRATION: ListeningBase<'admin'> = {
  base: '/api/admin',
  name: 'Admin',
  whose: 'the platform',
  access: 'admin',
  actingFor: ({ userId }) => ({ owner: PLATFORM, actor: { role: 'ADMIN', userId } }),
};

export function listeningRoutes(useCases: ListeningUseCases, dependencies: Dependencies) {
  const uses = { ...useCases, ...dependencies };
  return [
    ...webhookRoutes(uses, { ...COMPANY, access: 'owner' }),
    ...eventRoutes(uses, { ...COMPANY, access: 'manager' }),
    ...webhookRoutes(uses, { ...AGENT, access: 'agentWebhooks' }),
    ...eventRoutes(uses, { ...AGENT, access: 'agentListener' }),
    ...webhookRoutes(uses, ADMINISTRATION),
    ...eventRoutes(uses, ADMINISTRATION),
  ];
}

export const listeningJobs = (useCases: ListeningUseCases): readonly Job[] => [
  { name: 'forget old events', pattern: EVERY_TEN_MINUTES, run: () => useCases.pruneListening() },
];

import type { CatalogueStores } from '../catalogue/world.ts';
import type { ReportWorld } from '../reports/world.ts';
import type {
  Deliveries,
  EventFeed,
  JudgeAddress,
  SendWebhook,
  ToldFacts,
  WebhookSecrets,
  WebhookViews,
  Webhooks,
} from './ports.ts';

/** The stores of one transaction: those of the area `listening` and of the areas below it. */
export interface ListeningStores extends CatalogueStores {
  readonly toldFacts: ToldFacts;
  readonly eventFeed: EventFeed;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
}

/** The dependencies of use cases of the area `listening`. */
export interface ListeningWorld<Stores extends ListeningStores = ListeningStores> extends ReportWorld<Stores> {
  readonly webhookViews: WebhookViews;
  readonly webhookSecrets: WebhookSecrets;
  readonly sendWebhook: SendWebhook;
  readonly judgeAddress: JudgeAddress;
  /** Whether limits on how often somebody may do something are on. */
  readonly rateLimit: boolean;
}

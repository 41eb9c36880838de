import type { Authenticate } from '../adapters/http/route/caller.ts';
import type { ResolveName } from '../adapters/names/resolve-names.ts';
import type { Mailer } from '../core/platform/mailer.ts';
import type { SmsSender } from '../core/platform/sms.ts';
import type { StoreNeeds } from '../core/stores.ts';
import type { Dependencies } from './dependencies.ts';
import type { Log } from './log.ts';
import type { Storage } from './storage.ts';
/** Settings and dependencies that tests and the demo replace. */
export interface Overrides extends Partial<Dependencies> {
  readonly openStorage?: (needs: StoreNeeds) => Promise<Storage>;
  readonly log?: Log;
  /** Wraps the mailer. The demo prints codes this way. */
  readonly aroundMailer?: (mailer: Mailer) => Mailer;
  /** Wraps the SMS sender. The demo prints SMS this way. */
  readonly aroundSmsSender?: (sender: SmsSender) => SmsSender;
  readonly authenticate?: Authenticate;
  /** Finds the addresses of outside services. By default the name servers of this machine. */
  readonly resolveName?: ResolveName;
  /** Whether the service publishes events by itself. True by default. */
  readonly relays?: boolean;
  /** Whether the service sends events to webhooks by itself. True by default. */
  readonly delivers?: boolean;
  /** Whether jobs run by themselves, at the times of the machine's clock. True by default. */
  readonly runsJobs?: boolean;
}

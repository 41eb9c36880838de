import { join } from 'node:path';
import type { Sms, SmsSender } from '../../core/platform/sms.ts';
import { aakashSender } from './aakash.ts';
import { outboxSmsSender } from './outbox-sender.ts';
import { sparrowSender } from './sparrow.ts';

/** The provider that sends SMS, and its connection settings. */
export type SmsProvider =
  | { readonly name: 'outbox' }
  | { readonly name: 'sparrow'; readonly baseUrl: string; readonly token: string; readonly sender: string }
  | { readonly name: 'aakash'; readonly baseUrl: string; readonly token: string };

interface Needs {
  readonly provider: SmsProvider;
  readonly dataDir: string;
  /** Called for every SMS that is written to the outbox. */
  readonly written: (sms: Pick<Sms, 'kind'>, file: string) => void;
}

/** Makes the SMS sender for the setting SMS_PROVIDER. */
export function openSmsSender({ provider, dataDir, written }: Needs): SmsSender {
  switch (provider.name) {
    case 'outbox':
      return outboxSmsSender({ folder: join(dataDir, 'sms'), written });
    case 'sparrow':
      return sparrowSender(provider);
    case 'aakash':
      return aakashSender(provider);
  }
}

import { refusal } from '../kernel/refusal.ts';
import { MOST_WEBHOOKS } from './webhook.ts';

export const webhookUnknown = refusal('absent', 'WEBHOOK_UNKNOWN', 'There is no such webhook.');
export const deliveryUnknown = refusal('absent', 'DELIVERY_UNKNOWN', 'There is no such delivery.');
export const tooManyWebhooks = refusal(
  'conflict',
  'TOO_MANY_WEBHOOKS',
  (most: number = MOST_WEBHOOKS) => `You have ${most} webhooks already, the most that there may be.`,
);
export const secretUnreadable = refusal(
  'conflict',
  'SECRET_UNREADABLE',
  'The secret of the webhook cannot be read. Rotate it first.',
);
export const webhookDisabled = refusal('conflict', 'WEBHOOK_DISABLED', 'The webhook is disabled. Wake it first.');
export const replayRunning = refusal(
  'conflict',
  'REPLAY_RUNNING',
  'A replay to this webhook is running. Wait until each of its deliveries was attempted.',
);
export const tooManyTests = refusal('throttled', 'TOO_MANY_TESTS', (retryAfterSeconds: number) => ({
  message: 'Too many tests of this webhook. Try again later.',
  retryAfterSeconds,
}));

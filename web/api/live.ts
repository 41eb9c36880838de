import type { Schemas } from './operations.ts';
import { settings, to } from './settings.ts';

export interface SeatNews {
  readonly event_id: string;
  readonly seat_numbers: readonly string[];
  readonly status: Schemas['Seat']['status'];
}

interface Following {
  /** Called for each message. `message` is parsed from JSON. */
  readonly onMessage: (topic: string, message: unknown) => void;
  /** Called after every connection and reconnection. Messages may have been missed, so the caller reloads its data. */
  readonly onGap: () => void;
  /** An access token, for topics that need one. */
  readonly password?: () => Promise<string | undefined>;
}

const ASK_EVERY_MS = 10_000;

/**
 * Subscribes to topics, named without the prefix, such as `schedules/42/seats`. Returns a function that unsubscribes.
 * Without a live connection, calls `onGap` every ten seconds instead.
 */
export function follow(topics: readonly string[], { onMessage, onGap, password }: Following): () => void {
  let stop = (): void => undefined;
  let stopped = false;
  const asking = setInterval(() => {
    if (!isConnected && document.visibilityState === 'visible') onGap();
  }, ASK_EVERY_MS);
  let isConnected = false;

  const connect = async (): Promise<void> => {
    // Loads the MQTT client late, because the page does not need it for its first display.
    const client = await import('./mqtt.ts').catch(() => undefined);
    // If it cannot be fetched, the page goes on asking: browsers fetch a module only once for a document.
    if (stopped || !client) return;
    const prefix = `${settings.topic_prefix}/`;
    stop = client.connect({
      url: new URL(to(settings.live!), location.href.replace(/^http/, 'ws')).href,
      topics: topics.map((topic) => prefix + topic),
      ...(password && { password }),
      onMessage: (topic, message) => onMessage(topic.slice(prefix.length), message),
      onConnection: (is) => {
        isConnected = is;
        if (is) onGap();
      },
    });
  };
  if (settings.live !== null) void connect();

  return () => {
    stopped = true;
    clearInterval(asking);
    stop();
  };
}

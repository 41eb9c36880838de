import type { Schemas } from './operations.ts';
import { settings, to } from './settings.ts';

export interface SeatNews {
  readonly event_id: string;
  readonly seat_numbers: readonly string[];
  readonly status: Schemas['Seat']['status'];
}

interface Following {
  /** A message on one of the topics, parsed. */
  readonly onMessage: (topic: string, message: unknown) => void;
  /** Messages may have been missed: read again what they are about. Called after every (re)connection. */
  readonly onGap: () => void;
  /** For topics that not everybody may read: an access token. */
  readonly password?: () => Promise<string | undefined>;
}

const ASK_EVERY_MS = 10_000;

/**
 * Follows topics, named without the prefix, such as `schedules/42/seats`; returns how to stop. Where there is no live
 * channel, or while it is broken, `onGap` is called every ten seconds instead.
 */
export function follow(topics: readonly string[], { onMessage, onGap, password }: Following): () => void {
  let stop = (): void => undefined;
  let stopped = false;
  const asking = setInterval(() => {
    if (!isConnected && document.visibilityState === 'visible') onGap();
  }, ASK_EVERY_MS);
  let isConnected = false;

  if (settings.live !== null)
    // Loaded when the page stands already: it is for later.
    void import('./mqtt.ts').then(({ connect }) => {
      if (stopped) return;
      const prefix = `${settings.topic_prefix}/`;
      stop = connect({
        url: new URL(to(settings.live!), location.href.replace(/^http/, 'ws')).href,
        topics: topics.map((topic) => prefix + topic),
        ...(password && { password }),
        onMessage: (topic, message) => onMessage(topic.slice(prefix.length), message),
        onConnection: (is) => {
          isConnected = is;
          if (is) onGap();
        },
      });
    });

  return () => {
    stopped = true;
    clearInterval(asking);
    stop();
  };
}

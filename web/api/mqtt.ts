import { mqtt_v4 } from 'u8-mqtt/esm/web/v4.js';

interface Connecting {
  readonly url: string;
  readonly topics: readonly string[];
  readonly password?: () => Promise<string | undefined>;
  readonly onMessage: (topic: string, message: unknown) => void;
  readonly onConnection: (isConnected: boolean) => void;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const KEEP_ALIVE_SECONDS = 45;

/** Subscribes over MQTT 3.1.1 and connects again for as long as it takes; returns how to end it. */
export function connect({ url, topics, password, onMessage, onConnection }: Connecting): () => void {
  let ended = false;
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hangUp = (): void => undefined;

  const again = (): void => {
    onConnection(false);
    if (ended) return;
    clearTimeout(timer);
    // Apart from each other: after a restart of the service everybody comes back at once.
    timer = setTimeout(() => void dial(), waitMs * (0.5 + Math.random()));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  };

  async function dial(): Promise<void> {
    await online();
    const secret = await password?.().catch(() => undefined);
    if (ended) return;
    try {
      const socket = new WebSocket(url, ['mqtt']);
      hangUp = () => close(socket);
      socket.addEventListener('close', again, { once: true });
      const client = mqtt_v4({ log_conn: quiet, on_error: quiet, on_live: quiet, on_disconnect: quiet });
      for (const topic of topics) client.on_topic(topic, (packet) => onMessage(topic, packet.json()));
      client.with_websock(socket);
      // Not the library's own id, which a duplicated tab would share: two of one id throw each other out.
      const client_id = `web-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
      await client.connect({
        client_id,
        keep_alive: KEEP_ALIVE_SECONDS,
        flags: { clean_start: true },
        ...(secret !== undefined && { username: 'web', password: secret }),
      });
      await client.subscribe(topics.map((topic) => [topic, 1]));
      waitMs = FIRST_WAIT_MS;
      onConnection(true);
    } catch {
      hangUp();
    }
  }

  void dial();
  return () => {
    ended = true;
    clearTimeout(timer);
    hangUp();
  };
}

/** A handshake that is cut short is an error on the browser's console: it is let come to its end first. */
function close(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close(), { once: true });
  else socket.close();
}

/** Resolves when there is a network, as far as the browser knows: dialling without one wears the battery down. */
const online = async (): Promise<unknown> =>
  navigator.onLine || new Promise((resolve) => addEventListener('online', resolve, { once: true }));

/** What goes wrong is seen by the socket's end; the console is for people who build. */
const quiet = (): void => undefined;

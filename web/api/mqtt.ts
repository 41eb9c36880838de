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

/** Subscribes over MQTT 3.1.1 and reconnects forever. Returns a function that disconnects. */
export function connect({ url, topics, password, onMessage, onConnection }: Connecting): () => void {
  let ended = false;
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hangUp = (): void => undefined;

  const again = (): void => {
    onConnection(false);
    if (ended) return;
    clearTimeout(timer);
    // The delay is random, because everybody reconnects at once after a restart of the service.
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
      // A random id for this connection. The library's own id would be shared by a duplicated tab, and two clients with
      // one id disconnect each other.
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

/** Closes a socket. Waits for a running handshake first, because closing earlier would log an error in the console. */
function close(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close(), { once: true });
  else socket.close();
}

/** Resolves when the browser reports a network. Connecting without a network would drain the battery. */
const online = async (): Promise<unknown> =>
  navigator.onLine || new Promise((resolve) => addEventListener('online', resolve, { once: true }));

/** Ignores the library's log messages. The end of the socket already reveals errors. */
const quiet = (): void => undefined;

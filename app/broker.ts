import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { clientAddressOf } from '../adapters/http/server/client-address.ts';
import { NO_CLIENT_LIMITS } from '../adapters/mqtt/client-limits.ts';
import { type Broker, mqttBroker } from '../adapters/mqtt/notifier.ts';
import type { Subscriber } from '../adapters/mqtt/topics.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import { portTaken } from './start-failure.ts';

interface Needs {
  readonly admit: (accessToken: string) => Promise<Subscriber>;
  /** Called when the service connects to the broker, the first time and each later time. */
  readonly onReached: () => void;
  /** Called when the connection to the broker is lost. */
  readonly onLost: () => void;
  readonly log: Log;
}

export interface OpenBroker extends Broker {
  /**
   * Makes the embedded broker take WebSocket connections from the HTTP server, and listen on its own port. Does nothing
   * for an external broker.
   */
  readonly attach: (server: Server) => Promise<void>;
  /**
   * Call this after tokens were revoked. The embedded broker then disconnects the clients with those tokens. An
   * external broker has its own rules.
   */
  readonly recheck: () => void;
}

/** Opens the broker that MQTT_URL names: an external one, or the embedded one. */
export async function openBroker(
  { host, rateLimit, trustProxy, mqtt: { url, port, topicPrefix } }: Settings,
  { admit, onReached, onLost, log }: Needs,
): Promise<OpenBroker> {
  if (url !== 'embedded') {
    const broker = mqttBroker({
      url,
      topicPrefix,
      onChange: (state, reason) => {
        if (state === 'ok') {
          log.info('connected to the MQTT broker');
          onReached();
        } else {
          log.warn({ err: reason }, 'no connection to the MQTT broker: events wait until there is one');
          onLost();
        }
      },
    });
    return { ...broker, attach: async () => undefined, recheck: () => undefined };
  }

  // The embedded broker is loaded on demand, because a service with an external broker never needs it.
  const { embeddedBroker } = await import('../adapters/mqtt/embedded-broker.ts');
  const broker = await embeddedBroker({ topicPrefix, admit, ...(!rateLimit && { limits: NO_CLIENT_LIMITS }) });
  return {
    ...broker,
    async attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (isMqtt(request)) broker.upgrade(request, socket, head, clientAddressOf(request, trustProxy));
        else declineUpgrade(server, request, socket, head);
      });
      if (port > 0)
        await broker.listen(port, host).catch((error: unknown) => {
          throw portTaken(error, 'MQTT_PORT', host, port);
        });
    },
  };
}

const isMqtt = ({ url = '', headers }: IncomingMessage): boolean =>
  /^\/mqtt(\?|$)/.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Serves a request whose Upgrade header the service ignores, such as the HTTP/2 that curl offers (RFC 9110, 7.8). The
 * broker listens for upgrades, so Node no longer reads such requests itself. This function puts the request back into
 * the socket without the header, and Node reads it again.
 */
function declineUpgrade(
  server: Server,
  { method = '', url = '', httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() !== 'upgrade' ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );
  const text = [`${method} ${url} HTTP/${httpVersion}`, ...headers, '', ''].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', socket);
}

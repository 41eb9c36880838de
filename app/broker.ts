import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { mqttBroker } from '../adapters/mqtt/notifier.ts';
import type { Broker } from '../adapters/mqtt/notifier.ts';
import type { Subscriber } from '../adapters/mqtt/topics.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import { portTaken } from './start-failure.ts';

interface Needs {
  readonly admit: (accessToken: string) => Promise<Subscriber>;
  /** The broker is there (again). */
  readonly onReached: () => void;
  /** It was there, and is no more. */
  readonly onLost: () => void;
  readonly log: Log;
}

export interface OpenBroker extends Broker {
  /** Lets the broker take its part of the HTTP port, and listens on its own. */
  readonly attach: (server: Server) => Promise<void>;
}

/** The broker of MQTT_URL: one somewhere, or one of our own. */
export async function openBroker({ host, mqtt: { url, port, topicPrefix } }: Settings, { admit, onReached, onLost, log }: Needs): Promise<OpenBroker> {
  if (url !== 'embedded') {
    const broker = mqttBroker({
      url, topicPrefix,
      onChange: (state, reason) => {
        if (state === 'ok') {
          log.info('the MQTT broker is reached');
          onReached();
        } else {
          log.warn({ err: reason }, 'the MQTT broker is not reached: events wait until it is');
          onLost();
        }
      },
    });
    return { ...broker, attach: async () => undefined };
  }

  // Loaded here, because a service with a broker elsewhere never needs it.
  const { embeddedBroker } = await import('../adapters/mqtt/embedded-broker.ts');
  const broker = await embeddedBroker({ topicPrefix, admit });
  return {
    ...broker,
    async attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (isMqtt(request)) broker.upgrade(request, socket, head);
        else declineUpgrade(server, request, socket, head);
      });
      if (port > 0) await broker.listen(port, host).catch((error: unknown) => { throw portTaken(error, 'MQTT_PORT', host, port); });
    },
  };
}

const isMqtt = ({ url = '', headers }: IncomingMessage): boolean =>
  /^\/mqtt(\?|$)/.test(url) && headers.upgrade?.toLowerCase() === 'websocket';

/**
 * A server may ignore the wish to speak another protocol (RFC 9110, 7.8), such as the HTTP/2 that curl asks for. Node hands over every such
 * request once anybody listens for upgrades, and stops reading it: so it is put back, without the wish, and read again from the start.
 */
function declineUpgrade(server: Server, { method = '', url = '', httpVersion, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 && name.toLowerCase() !== 'upgrade' ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : []));
  const text = [`${method} ${url} HTTP/${httpVersion}`, ...headers, '', ''].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', socket);
}

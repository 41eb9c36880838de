import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { closeLater } from '../closing.ts';
import { type Effect, type Message, type Reach, statementsOf } from './statements.ts';

/*
 * A proxy between a pool and Postgres. It holds each group of messages until somebody lets it pass. A group ends with
 * Sync, or is one simple Query: after each group Postgres answers, and says that it is ready for the next one.
 */

/** One connection of the pool, with the groups that it wants to send. */
interface Line {
  readonly client: Socket;
  readonly server: Socket;
  /** Groups that are held, in order. `number` orders the groups of all connections. */
  readonly held: { readonly number: number; readonly bytes: Buffer; readonly effect: Effect }[];
  /** The process of Postgres that serves the connection. */
  pid: number;
  /** The number of groups that Postgres has not answered yet. The start of the connection is one. */
  unanswered: number;
}

/** The groups of all connections of one pool. */
export interface HoldingProxy {
  /** The URL by which the pool connects. */
  readonly url: string;
  /** True while a group is held, and every group that went on is answered. */
  readonly isReady: () => boolean;
  /** The effect of the group that goes on next; undefined while none can. */
  readonly next: () => Effect | undefined;
  /** The processes of Postgres that owe an answer. */
  readonly busy: () => readonly number[];
  /** Sends the group that has been held for the longest time. */
  readonly pass: () => void;
  /** Holds groups from now on, or lets every group pass at once. */
  readonly hold: (isHolding: boolean) => void;
}

/** Cuts a stream of bytes into messages. The first message of a client has no type. */
function messageCutter(isTyped: boolean): (bytes: Buffer) => readonly Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let typeLength = isTyped ? 1 : 0;
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const messages: Message[] = [];
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readInt32BE(typeLength);
      if (rest.length < length) break;
      messages.push({ type: rest.toString('latin1', 0, typeLength), bytes: rest.subarray(0, length) });
      rest = rest.subarray(length);
      typeLength = 1;
    }
    return messages;
  };
}

/** Clauses that lock rows for an update. Foreign keys and `for share` are left alone. */
const LOCKING = /\bfor (no key )?update( of \w+)?( skip locked)?/gi;

/** Replaces locking clauses in a statement by spaces. The length of the message stays. */
function withoutLocks({ type, bytes }: Message): Buffer {
  if (type !== 'P' && type !== 'Q') return bytes;
  const text = bytes.toString('latin1');
  return Buffer.from(
    text.replace(LOCKING, (clause) => ' '.repeat(clause.length)),
    'latin1',
  );
}

/** Statements of Knex, which asks each new connection for its version. They are no part of anybody's work. */
const isOfPool = (group: Buffer): boolean => group.toString('latin1', 5, 21) === 'select version()';

export interface ProxyTraits {
  /** Called whenever a group arrives, or Postgres has answered one. */
  readonly onChange: () => void;
  /** True for a proxy that takes the locking clauses out of all statements. */
  readonly isBlanking: boolean;
  readonly reach: Reach;
}

/** Starts a proxy to the Postgres at a URL. */
export async function holdingProxy(to: string, { onChange, isBlanking, reach }: ProxyTraits): Promise<HoldingProxy> {
  const target = new URL(to);
  const lines = new Set<Line>();
  let isHolding = false;
  let groups = 0;

  const send = (line: Line, bytes: Buffer): void => {
    line.unanswered += 1;
    line.server.write(bytes);
  };

  const fromClient = (line: Line): ((bytes: Buffer) => void) => {
    const cut = messageCutter(false);
    const statements = statementsOf(reach);
    let group: Buffer[] = [];
    return (bytes) => {
      for (const message of cut(bytes)) {
        // The start, passwords and the end are no statements.
        if (message.type === '' || message.type === 'p' || message.type === 'X') line.server.write(message.bytes);
        else {
          group.push(isBlanking ? withoutLocks(message) : message.bytes);
          statements.add(message);
          if (message.type !== 'S' && message.type !== 'Q') continue;
          const whole = Buffer.concat(group);
          group = [];
          const effect = statements.end();
          if (isHolding && !isOfPool(whole)) line.held.push({ number: (groups += 1), bytes: whole, effect });
          else send(line, whole);
        }
      }
      onChange();
    };
  };

  const fromServer = (line: Line): ((bytes: Buffer) => void) => {
    const cut = messageCutter(true);
    return (bytes) => {
      line.client.write(bytes);
      for (const message of cut(bytes)) {
        if (message.type === 'K') line.pid = message.bytes.readInt32BE(5);
        if (message.type === 'Z') line.unanswered -= 1;
      }
      onChange();
    };
  };

  const server: Server = createServer({ noDelay: true }, (client) => {
    const line: Line = {
      client,
      server: connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true }),
      held: [],
      pid: 0,
      unanswered: 1,
    };
    lines.add(line);
    client.on('data', fromClient(line));
    line.server.on('data', fromServer(line));
    for (const [side, other] of [
      [client, line.server],
      [line.server, client],
    ] as const) {
      side.on('error', () => other.destroy());
      side.on('close', () => {
        lines.delete(line);
        other.destroy();
        onChange();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater({
    close: () =>
      new Promise<void>((resolve) => {
        for (const { client } of lines) client.destroy();
        server.close(() => resolve());
      }),
  });

  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const next = (): Line | undefined =>
    [...lines]
      .filter(({ held, unanswered }) => held.length > 0 && unanswered === 0)
      .sort((one, other) => one.held[0]!.number - other.held[0]!.number)[0];
  return {
    url: url.href,
    isReady: () => next() !== undefined && [...lines].every(({ unanswered }) => unanswered === 0),
    next: () => next()?.held[0]?.effect,
    busy: () => [...lines].filter(({ unanswered }) => unanswered > 0).map(({ pid }) => pid),
    pass() {
      const line = next();
      if (!line) throw new Error('No group is held.');
      send(line, line.held.shift()!.bytes);
    },
    hold(isOn) {
      isHolding = isOn;
      if (!isOn) for (const line of lines) for (const { bytes } of line.held.splice(0)) send(line, bytes);
    },
  };
}

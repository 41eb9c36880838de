import { createSocket } from 'node:dgram';
import { closeLater } from './closing.ts';

const HEADER_BYTES = 12;
const [TYPE_A, CLASS_IN] = [1, 1];
const [ANSWER, NO_SUCH_NAME] = [0x8180, 0x8183];

export interface NameServer {
  /** `address:port`, as resolvers take it. */
  readonly address: string;
  /** The names that were asked for, in this order. Each question for IPv4 and for IPv6 counts. */
  readonly asked: readonly string[];
  /** Addresses by name. A name without an entry gets no answer; an empty text means that there is no such name. */
  readonly known: Map<string, string>;
}

/** Starts a name server on this machine that knows IPv4 addresses of some names, and is silent about all others. */
export async function nameServer(known: Readonly<Record<string, string>> = {}): Promise<NameServer> {
  const names = new Map(Object.entries(known));
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    const { name, end } = nameIn(question);
    asked.push(name);
    const found = names.get(name);
    if (found === undefined) return;
    const hasAnswer = found !== '' && question.readUInt16BE(end) === TYPE_A;
    const header = Buffer.from(question.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(found === '' ? NO_SUCH_NAME : ANSWER, 2);
    header.writeUInt16BE(hasAnswer ? 1 : 0, 6);
    header.writeUInt32BE(0, 8);
    const body = question.subarray(HEADER_BYTES, end + 4);
    socket.send(Buffer.concat([header, body, ...(hasAnswer ? [answerWith(found)] : [])]), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  closeLater({ close: () => new Promise<void>((resolve) => socket.close(() => resolve())) });
  const { port } = socket.address();
  return { address: `127.0.0.1:${port}`, asked, known: names };
}

/** The name in a question, and the position after it. */
function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A record with an IPv4 address for the question's name, valid for no time. */
function answerWith(address: string): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(CLASS_IN, 4);
  record.writeUInt16BE(4, 10);
  record.set(address.split('.').map(Number), 12);
  return record;
}

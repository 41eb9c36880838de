import { Writable } from 'node:stream';
import { pino } from 'pino';
import { type Log, loggedError } from '../../app/log.ts';

/** A log whose lines a test can read. */
export function readableLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'trace', serializers: { err: loggedError } }, output), lines };
}

import { PassThrough } from 'node:stream';
import type { Context } from 'koa';

/** A form with a file in the field `picture`, sent piece by piece. */
export interface ArrivingForm {
  readonly ctx: Context;
  /** Sends bytes, and resolves when they have been read. */
  readonly send: (bytes: string | Buffer) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly hangUp: () => Promise<void>;
}

const BEGINNING = '--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';
const END = '\r\n--x--\r\n';

/** A request whose headers have arrived, with the beginning of the posted file. */
export function anArrivingForm(): ArrivingForm {
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'multipart/form-data; boundary=x',
    'transfer-encoding': 'chunked',
  };
  const req = Object.assign(new PassThrough(), { headers, complete: false });
  req.on('error', () => undefined);
  const ctx = {
    req,
    res: {},
    request: {},
    get: (name: string) => headers[name] ?? '',
    is: () => 'multipart/form-data',
  };
  const afterReading = () => new Promise<void>((resolve) => setImmediate(resolve));
  req.write(BEGINNING);
  return {
    ctx: ctx as unknown as Context,
    send: async (bytes) => {
      req.write(bytes);
      await afterReading();
    },
    end: async () => {
      req.complete = true;
      req.end(END);
      await afterReading();
    },
    hangUp: async () => {
      req.destroy();
      await afterReading();
    },
  };
}

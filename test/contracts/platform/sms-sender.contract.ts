import { expect } from 'chai';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aakashSender } from '../../../adapters/sms/aakash.ts';
import { sparrowSender } from '../../../adapters/sms/sparrow.ts';
import type { Sms, SmsSender } from '../../../core/platform/sms.ts';

const SMS: Sms = { kind: 'CONFIRMED', to: '9841234567', text: 'A1 & A2: 100% booked + paid = नमस्ते', parts: 1 };

type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
const text =
  (status: number, body: string): Answer =>
  (response) => {
    response.writeHead(status).end(body);
  };

interface Provider {
  readonly name: string;
  readonly open: (baseUrl: string, timeoutMs?: number) => SmsSender;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly accepts: readonly Answer[];
  readonly refusesText: readonly Answer[];
  readonly refusesAll: readonly Answer[];
}

const sparrowCode = (status: number, code: number): Answer => json(status, { response_code: code, response: 'words' });
const aakash = (error: boolean, valid: number, invalid = 0): Answer =>
  json(200, {
    error,
    message: 'words',
    data: { valid: Array(valid).fill({ id: 1 }), invalid: Array(invalid).fill({ mobile: '98' }) },
  });

/** An answer of Sparrow in which `response_code` is a text instead of a number. */
const quoted = (status: number, code: string): Answer => json(status, { response_code: code, response: 'words' });

const PROVIDERS: readonly Provider[] = [
  {
    name: 'Sparrow',
    open: (baseUrl, timeoutMs) =>
      sparrowSender({ baseUrl, token: 'secret', sender: 'BusTicket', ...(timeoutMs && { timeoutMs }) }),
    path: '/v2/sms/',
    form: { token: 'secret', from: 'BusTicket', to: SMS.to, text: SMS.text },
    accepts: [
      json(200, { count: 1, response_code: 200, response: '1 mesages has been queued for delivery' }),
      quoted(200, '200'),
    ],
    refusesText: [...[1000, 1007, 1008, 1010, 1011].map((code) => sparrowCode(403, code)), quoted(403, '1007')],
    refusesAll: [
      ...[1001, 1002, 1003, 1005, 1012, 1013].map((code) => sparrowCode(403, code)),
      sparrowCode(200, 1007),
      quoted(200, '1013'),
      sparrowCode(401, 1007),
      text(403, 'Forbidden'),
      text(404, 'Not found'),
      text(301, ''),
    ],
  },
  {
    name: 'Aakash',
    open: (baseUrl, timeoutMs) => aakashSender({ baseUrl, token: 'secret', ...(timeoutMs && { timeoutMs }) }),
    path: '/sms/v3/send',
    form: { auth_token: 'secret', to: SMS.to, text: SMS.text },
    accepts: [aakash(false, 1, 1)],
    refusesText: [aakash(false, 0, 1), aakash(false, 0), json(200, { error: false, message: '', data: [] })],
    refusesAll: [
      aakash(true, 0),
      aakash(true, 1),
      json(200, { error: true, message: 'Not enough balance.', data: [] }),
      text(401, 'Unauthorized'),
      text(404, 'Not found'),
    ],
  },
];

for (const { name, open, path, form, accepts, refusesText, refusesAll } of PROVIDERS)
  describe(`the SMS provider ${name}`, () => {
    let answer: Answer;
    let asked: { readonly method: string; readonly url: string; readonly type: string; readonly body: string }[];
    const server = createServer((request: IncomingMessage, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        asked.push({ method, url, type: headers['content-type'] ?? '', body: Buffer.concat(chunks).toString() });
        answer(response);
      });
    });
    let baseUrl: string;

    before((done) => {
      server.listen(0, '127.0.0.1', () => {
        baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        done();
      });
    });
    after(() => {
      server.closeAllConnections();
      server.close();
    });
    beforeEach(() => {
      asked = [];
    });

    const outcomeOf = (given: Answer, timeoutMs?: number) => {
      answer = given;
      return open(baseUrl, timeoutMs).send(SMS);
    };

    it(`the SMS provider ${name} gets each text message as a form, and a message that it accepts counts as sent`, async () => {
      for (const accepted of accepts) expect(await outcomeOf(accepted)).to.deep.equal({ result: 'sent' });
      expect(asked).to.have.length(accepts.length);
      expect(asked[0]).to.include({ method: 'POST', url: path });
      expect(asked[0]!.type).to.match(/^application\/x-www-form-urlencoded/);
      expect(Object.fromEntries(new URLSearchParams(asked[0]!.body))).to.deep.equal(form);
    });

    it(`a text message that the SMS provider ${name} refuses does not stop other messages`, async () => {
      for (const refusal of refusesText) expect((await outcomeOf(refusal)).result).to.equal('refused');
    });

    it(`a refusal by the SMS provider ${name} that is not about one message, such as a wrong key, stops all sending`, async () => {
      for (const refusal of refusesAll) expect((await outcomeOf(refusal)).result).to.equal('refused for all');
    });

    it(`a text message counts as sent when the answer of the SMS provider ${name} cannot be read`, async () => {
      const broken: Answer = (response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{"resp');
        setImmediate(() => response.destroy());
      };
      for (const unreadable of [text(200, ''), text(200, '<html>'), json(200, []), json(200, {}), broken]) {
        const outcome = await outcomeOf(unreadable);
        expect(outcome.result).to.equal('sent');
        expect(outcome).to.have.property('doubt').that.is.a('string');
      }
    });

    it(`a text message counts as sent when the SMS provider ${name} resets the connection or does not answer in time`, async () => {
      const reset = await outcomeOf((response) => response.socket?.resetAndDestroy());
      const silent = await outcomeOf(() => undefined, 300);
      const slow = await outcomeOf((response) => void response.writeHead(200).write('{'), 300);
      expect([reset.result, silent.result, slow.result]).to.deep.equal(['sent', 'sent', 'sent']);
      expect(asked).to.have.length(3);
    });

    it(`a text message stays unsent when the SMS provider ${name} answers with a server error`, async () => {
      for (const status of [500, 502, 503, 504])
        expect(await outcomeOf(text(status, 'later')), String(status)).to.include({ result: 'unreachable' });
    });

    it(`a text message stays unsent when the SMS provider ${name} cannot be reached or its host is unknown`, async () => {
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
      const { port } = closed.address() as AddressInfo;
      await new Promise((resolve) => closed.close(resolve));
      for (const url of [`http://127.0.0.1:${port}`, 'http://sms.invalid', baseUrl.replace('http:', 'https:')])
        expect(await open(url).send(SMS), url).to.include({ result: 'unreachable' });
    });

    it(`the log of an error of the SMS provider ${name} contains neither the message’s text nor its phone number`, async () => {
      const echo = { error: true, message: `${SMS.text} to 9841234567`, response_code: 1002, response: SMS.text };
      const other = { error: true, message: 'No 9841234567, code 123456', response_code: 1002 };
      for (const body of [echo, other]) {
        const outcome = JSON.stringify(await outcomeOf(json(200, body)));
        expect(outcome).to.not.include('9841234567').and.to.not.include('123456').and.to.not.include('booked');
      }
    });
  });

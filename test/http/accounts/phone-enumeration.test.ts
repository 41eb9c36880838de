import { expect } from 'chai';
import { aPassenger, aPassengerByPhone, anAdmin } from '../../support/people.ts';
import { onEveryServer } from '../../support/http.ts';
import { readTexts } from '../../support/texts.ts';

const START = '/api/passenger/phone/start';
const VERIFY = '/api/passenger/phone/verify';

/** Headers that differ in every answer, so they reveal nothing about a phone number. */
const PASSING = ['date', 'x-request-id', 'x-trace-id'];

interface Compared {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/**
 * The parts of an answer that must be equal for every phone number. The SMS request's ticket (a token) is compared only
 * by its length.
 */
const shapeOf = ({ status, headers, json }: Compared) => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !PASSING.includes(name))),
  body: Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, name === 'ticket' ? String(value).length : value]),
  ),
});

onEveryServer('answers about phone numbers', (api) => {
  let series = 0;
  /** Makes four phone numbers: an unknown, a verified and an unverified number, and an administrator's number. */
  async function fourNumbers(): Promise<readonly string[]> {
    const engine = api().dependencies;
    series += 1;
    const [none = '', known = '', unproved = '', admin = ''] = [1, 2, 3, 4].map(
      (number) => `98${series}${String(number).padStart(7, '0')}`,
    );
    await aPassengerByPhone(engine, known);
    await aPassenger(engine, { phone: unproved });
    await anAdmin(engine, { phone: admin });
    return [none, known, unproved, admin];
  }
  const answersTo = async (phones: readonly string[], ask: (phone: string) => Promise<Compared>) => {
    const shapes = [];
    for (const phone of phones) shapes.push(shapeOf(await ask(phone)));
    return shapes;
  };
  function expectAlike(shapes: readonly ReturnType<typeof shapeOf>[], status: number): void {
    for (const shape of shapes) expect(shape).to.deep.equal(shapes[0]);
    expect(shapes[0]?.status).to.equal(status);
  }
  const start = (phone: string): Promise<Compared> => api().post(START, { phone });

  it('a request for an SMS code gets the same status, headers and body for every phone number', async () => {
    const phones = await fourNumbers();
    const shapes = await answersTo(phones, start);
    expect(shapes[0]!.headers).to.have.property('cache-control');
    expectAlike(shapes, 200);
  });

  it('a second request for an SMS code within the pause gets the same status, headers and body for every phone number', async () => {
    const phones = await fourNumbers();
    await answersTo(phones, start);
    expectAlike(await answersTo(phones, start), 429);
  });

  it('a wrong SMS code gets the same status, headers and body for every phone number', async () => {
    const phones = await fourNumbers();
    const shapes = await answersTo(phones, async (phone) => {
      const { ticket } = (await start(phone)).json;
      const texts = await readTexts(api().dependencies, api().clock());
      const right = texts.findLast(({ to }) => to === phone)!.code;
      return api().post(VERIFY, { ticket, code: right === '000000' ? '000001' : '000000', full_name: 'Asha' });
    });
    expectAlike(shapes, 401);
  });
});

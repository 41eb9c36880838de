import { type TSchema, Type } from '@sinclair/typebox';
import { expect } from 'chai';
import type { Route } from '../../../adapters/http/route/route.ts';
import { shapeOf } from '../../../adapters/http/route/validate.ts';
import { buildRoutes } from '../../../app/areas.ts';
import { startApi } from '../../support/http.ts';

const api = await startApi();
const routes = buildRoutes(api.useCases, api.dependencies);
await api.close();

const NAMES = /^(name|holder|aliases|(full|company|bus|city)_name|(boarding|dropping)_point)$/;

/** The schemas of the names in a request body, by their paths. Lists of names and objects in lists count, too. */
function namesIn(schema: TSchema, path: string): readonly (readonly [path: string, schema: TSchema])[] {
  const { properties, items } = schema as { properties?: Readonly<Record<string, TSchema>>; items?: TSchema };
  if (items) return namesIn(items, path);
  if (properties) return Object.entries(properties).flatMap(([name, of]) => namesIn(of, `${path} ${name}`));
  return NAMES.test(path.split(' ').at(-1) ?? '') ? [[path, schema]] : [];
}

/** Agents name the customer of a hold as they like, so that text is no name of a person. */
const OF_HOLDS = /Agent\w* holder$/;

const nameFields = routes
  .flatMap(({ body, operationId }: Route) => (body ? namesIn(body, operationId) : []))
  .filter(([path]) => !OF_HOLDS.test(path));

/** What a field makes of a text: the text that the handler gets, or the message of the refusal. */
function read(field: TSchema, given: string): unknown {
  const value = { field: given };
  try {
    shapeOf(Type.Object({ field }))(value);
    return value.field;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('names in requests', () => {
  it('every name in a request without a letter or a digit is empty, and loses controls of the reading direction', () => {
    expect(nameFields.map(([path]) => path)).to.include.members([
      'registerPassenger full_name',
      'sellAtCounter passengers name',
      'addBus bus_name',
    ]);
    for (const [path, field] of nameFields) {
      for (const nameless of ['\u200b', '—', '—\u3164', '\u202e\u2066'])
        expect(read(field, nameless), path).to.be.oneOf(['', 'field must not be empty.']);
      expect(read(field, '\u202eश्री\u200dमान\u2069 7'), path).to.equal('श्री\u200dमान 7');
      expect(read(field, 'Rene\u202a\u0301'), path).to.equal('René');
    }
  });
});

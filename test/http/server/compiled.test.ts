import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { shapeOf } from '../../../adapters/http/route/validate.ts';
import { buildRoutes } from '../../../app/areas.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Api, startApi } from '../../support/http.ts';

/* A service compiles each schema at its first use. This test finds schemas that do not compile. */
describe('request schemas of every route', () => {
  let api: Api;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('the request schemas of all routes are valid JSON Schema and compile', () => {
    const metaschema = new Ajv2020({ strict: false });
    for (const { path, params, query, body } of buildRoutes(api.useCases, api.dependencies)) {
      for (const schema of [params, query, ...(body ? [body] : [])]) {
        expect(metaschema.validate('https://json-schema.org/draft/2020-12/schema', schema), path).to.equal(true);
        expect(
          refusedBy(() => shapeOf(schema)({})),
          path,
        ).to.be.oneOf([undefined, Refusal]);
      }
    }
  });
});

/** Returns the class of the error that `work` throws; undefined if it throws none. */
function refusedBy(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as object).constructor;
  }
}

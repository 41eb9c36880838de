import fc from 'fast-check';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { fakeGateway, type FakeGateway, gatewaysOf } from '../../support/gateway.ts';
import { onEveryServer } from '../../support/http.ts';
import { authenticate } from '../../support/plain-tokens.ts';
import { LAYOUTS, letHappenOnSections } from '../../support/section-model.ts';
import { aSectionWorld, sectionsOverHttp } from '../../support/section-service.ts';
import { roadPlans, sectionSteps } from '../../support/section-steps.ts';

/** The number of steps of a run. Each run has two new trips. */
const STEPS = 50;

/**
 * The number of runs. MODEL_STEPS sets the number of steps of all runs together. The usual number keeps CI below half
 * an hour.
 */
const runs = (usual: number): number => Math.ceil(Number(process.env['MODEL_STEPS'] ?? usual) / STEPS);

const WHILE = 60 * 60_000;

let gateway: FakeGateway;

onEveryServer(
  'random sales between stops over HTTP',
  (api) => {
    it('random sales between stops over HTTP give the same results as a simple list of intervals', async function () {
      this.timeout(WHILE);
      const isPostgres = this.test?.parent?.title.includes('Postgres') === true;
      await fc.assert(
        fc.asyncProperty(roadPlans, sectionSteps(STEPS, { hasDoors: false }), async (plans, steps) => {
          // The clock moves forward a day before each run, so that holds of the earlier run have ended.
          api().clock.set(hoursAfter(api().clock(), 24));
          const world = await aSectionWorld(api().dependencies, plans, LAYOUTS, api().clock());
          const service = sectionsOverHttp(api(), gateway, world);
          await letHappenOnSections({ plans, steps, world, service, looks: 0 });
        }),
        { numRuns: runs(isPostgres ? 300 : 1_000), endOnFailure: true },
      );
    });
  },
  () => {
    gateway = fakeGateway();
    return {
      environment: { OFFER_QUIET: 'off' },
      overrides: { authenticate, gateways: gatewaysOf(gateway), readCallback: gateway.readCallback },
    };
  },
);

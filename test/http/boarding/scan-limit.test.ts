import { expect } from 'chai';
import { rateLimits } from '../../../adapters/http/route/rate-limits.ts';
import { scanRoutes } from '../../../adapters/http/boarding/scan-routes.ts';
import { startEdge } from '../../support/edge.ts';
import type { DeviceId, OperatorId } from '../../../core/kernel/ids.ts';

describe('limit of scans', () => {
  it('a crew device may send 600 scans a minute, and a refused request records no scan', async () => {
    const taken: number[] = [];
    const edge = await startEdge({
      limits: rateLimits({ report: () => undefined }),
      authenticateDevice: async (token) => ({
        deviceId: (token.endsWith('1') ? 1 : 2) as DeviceId,
        operatorId: 3 as OperatorId,
      }),
      routes: scanRoutes({
        takeScans: async (_conductor, scans) => {
          taken.push(scans.length);
          return [];
        },
      }),
    });
    const send = (device: number, count: number) =>
      edge.post('/api/conductor/scans', { scans: Array<null>(count).fill(null) }, `device_${device}`);
    for (let batch = 0; batch < 3; batch += 1) expect((await send(1, 199)).status).to.equal(200);
    const refused = await send(1, 4);
    expect([refused.status, refused.json.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect((await send(1, 3)).status).to.equal(200);
    expect((await send(1, 1)).status).to.equal(429);
    expect((await send(2, 200)).status).to.equal(200);
    expect(taken).to.deep.equal([199, 199, 199, 3, 200]);
    await edge.close();
  });
});

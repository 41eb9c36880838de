import { createConfig, lintDocument, makeDocumentFromString, BaseResolver } from '@redocly/openapi-core';
import { expect } from 'chai';
import { startApi } from '../support/http.ts';
import type { Api, Json } from '../support/http.ts';

describe('the OpenAPI document', () => {
  let api: Api;
  let document: Json;

  before(async () => {
    api = await startApi({ engine: 'memory' });
    document = (await api.get('/api/openapi.json')).json;
  });
  after(() => api.close());

  const operations = (): readonly Json[] => Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((methods) => Object.values(methods));

  it('is valid OpenAPI 3.1, says an independent linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-server-example.com': 'off', 'operation-2xx-response': 'off' /* a redirect has none */, 'operation-4xx-response': 'off' /* nor a probe */ } });
    const problems = await lintDocument({ document: makeDocumentFromString(JSON.stringify(document), 'openapi.json'), config, externalRefResolver: new BaseResolver() });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)).to.deep.equal([]);
    expect(document.openapi).to.match(/^3\.1\./);
    for (const operation of operations()) expect(Object.keys(operation.responses).some((status) => /^[23]/.test(status)), operation.operationId).to.equal(true);
  });

  it('holds every address of the contract, and nothing else', () => {
    const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(listed).to.have.members([
      'POST /api/auth/login', 'POST /api/auth/verify-otp', 'POST /api/auth/resend-otp', 'POST /api/auth/register',
      'POST /api/auth/refresh', 'POST /api/auth/logout', 'POST /api/auth/logout-all', 'GET /api/auth/me', 'GET /api/auth/google/start', 'GET /api/auth/google/callback',
      'POST /api/passenger/register', 'POST /api/passenger/login', 'POST /api/passenger/verify-email', 'POST /api/passenger/resend-verification',
      'POST /api/passenger/forgot-password', 'POST /api/passenger/reset-password', 'POST /api/passenger/change-password', 'POST /api/passenger/avatar',
      'GET /api/passenger/profile', 'PUT /api/passenger/profile',
      'GET /api/cities', 'GET /api/trips', 'GET /api/trips/{id}', 'GET /api/trips/{id}/seats', 'POST /api/trips/{id}/seats/lock', 'POST /api/trips/{id}/seats/release',
      'POST /api/bookings', 'GET /api/bookings', 'GET /api/bookings/{id}', 'POST /api/bookings/{id}/checkout', 'GET /api/bookings/{id}/cancellation-quote',
      'POST /api/bookings/{id}/cancel', 'GET /api/bookings/{id}/ticket', 'POST /api/bookings/{id}/rating',
      'GET /api/payments/passenger/gateway/success', 'GET /api/payments/passenger/gateway/failure',
      'GET /healthz', 'GET /readyz', 'GET /metrics',
    ]);
  });

  it('says who may call, what they must send, and how it may be refused', () => {
    const at = (path: string, method = 'post') => document.paths[path][method];
    expect([at('/api/cities', 'get').security, at('/api/trips/{id}/seats', 'get').security, at('/api/bookings').security])
      .to.deep.equal([[], [{}, { accessToken: [] }], [{ accessToken: [] }]]);
    expect(at('/api/passenger/register').requestBody.content['application/json'].schema.required).to.deep.equal(['full_name', 'email', 'password']);
    expect(at('/api/auth/logout').requestBody.required).to.equal(undefined);
    expect(at('/api/bookings/{id}/cancel').parameters.map(({ name }: Json) => name)).to.deep.equal(['id', 'Idempotency-Key']);
    expect(at('/api/passenger/avatar').requestBody.content).to.have.key('multipart/form-data');
    expect(at('/api/bookings/{id}/ticket', 'get').responses[200].content).to.have.key('application/pdf');
    const codes = (path: string, status: number) => at(path).responses[status].content['application/problem+json'].schema.allOf[1].properties.code.enum;
    expect(codes('/api/bookings', 409)).to.have.members(['TRIP_DEPARTED', 'BUS_NOT_APPROVED', 'SEAT_SELECTION_EXPIRED', 'NOT_ENOUGH_SEATS', 'IDEMPOTENCY_IN_PROGRESS']);
    expect(codes('/api/auth/login', 401)).to.deep.equal(['BAD_CREDENTIALS']);
    expect(codes('/api/passenger/verify-email', 410)).to.have.members(['CODE_EXPIRED', 'CODE_EXHAUSTED']);
  });

  it('shows texts as texts, and no keyword of our own', () => {
    expect(JSON.stringify(document)).not.to.match(/"(text|needed|shown)":(true|\{)|"type":\["string","number"/);
  });
});

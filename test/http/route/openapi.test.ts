import { createConfig, lintDocument, makeDocumentFromString, BaseResolver } from '@redocly/openapi-core';
import { expect } from 'chai';
import * as accountRefusals from '../../../core/accounts/refusals.ts';
import { descriptionsIn, isPhrase } from '../../support/descriptions.ts';
import { type Api, type Json, startApi } from '../../support/http.ts';

describe('the OpenAPI document', () => {
  let api: Api;
  let document: Json;

  before(async () => {
    api = await startApi();
    document = (await api.get('/api/openapi.json')).json;
  });
  after(() => api.close());

  const operations = (): readonly Json[] =>
    Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((methods) => Object.values(methods));

  /** A response, or the shared one that it refers to. */
  const responseOf = (response: Json): Json =>
    response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response;

  const faultsOf = async (checked: Json): Promise<readonly string[]> => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintDocument({
      document: makeDocumentFromString(JSON.stringify(checked), 'openapi.json'),
      config,
      externalRefResolver: new BaseResolver(),
    });
    // OpenAPI names an entry of `webhooks` by its key, so none has an operationId.
    const isOfEvent = ({ ruleId, location }: (typeof problems)[number]): boolean =>
      ruleId === 'operation-operationId' && location[0]?.pointer?.startsWith('#/webhooks/') === true;
    const meant = problems.filter((problem) => !isOfEvent(problem));
    return meant.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
  };

  it('the OpenAPI document is valid OpenAPI 3.1, without warnings of an independent linter', async () => {
    expect(await faultsOf(document)).to.deep.equal([]);
    expect(document.openapi).to.match(/^3\.1\./);
    for (const operation of operations())
      expect(
        Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
        operation.operationId,
      ).to.equal(true);
  });

  it('the OpenAPI document shows each operation’s callers, request and error answers', () => {
    const at = (path: string, method = 'post') => document.paths[path][method];
    expect([
      at('/api/cities', 'get').security,
      at('/api/trips/{id}/seats', 'get').security,
      at('/api/bookings').security,
    ]).to.deep.equal([[], [{}, { accessToken: [] }], [{ accessToken: [] }]]);
    expect(at('/api/passenger/register').requestBody.content['application/json'].schema.required).to.deep.equal([
      'full_name',
      'email',
      'password',
    ]);
    expect(at('/api/auth/logout').requestBody.required).to.equal(undefined);
    expect(at('/api/bookings/{id}/cancel').parameters.map(({ name }: Json) => name)).to.deep.equal([
      'id',
      'Idempotency-Key',
    ]);
    expect(at('/api/passenger/avatar').requestBody.content).to.have.key('multipart/form-data');
    expect(at('/api/bookings/{id}/ticket', 'get').responses[200].content).to.have.key('application/pdf');
    const codes = (path: string, status: number) =>
      responseOf(at(path).responses[status]).content['application/problem+json'].schema.allOf[1].properties.code.enum;
    expect(codes('/api/bookings', 409)).to.have.members([
      'TRIP_DEPARTED',
      'NOT_ON_SALE',
      'DOOR_PASS_NEEDED',
      'TRIP_NOT_BOOKABLE',
      'BUS_NOT_APPROVED',
      'SEAT_SELECTION_EXPIRED',
      'NOT_ENOUGH_SEATS',
      'SEATS_PER_DAY',
      'IDEMPOTENCY_IN_PROGRESS',
    ]);
    expect(codes('/api/auth/login', 401)).to.deep.equal(['BAD_CREDENTIALS']);
    expect(codes('/api/passenger/verify-email', 410)).to.have.members(['CODE_EXPIRED', 'CODE_EXHAUSTED']);
  });

  it('the OpenAPI document lists every error code of a sign-in with Google', () => {
    const { description } = document.paths['/api/auth/google/callback'].get as { readonly description: string };
    const codes = Object.values(accountRefusals).flatMap((refuse) =>
      'code' in refuse && refuse.code.startsWith('GOOGLE_') ? [refuse.code] : [],
    );
    expect(codes).to.have.length.above(5);
    for (const code of [...codes, 'ACCOUNT_NOT_ACTIVE', 'CODE_NOT_SENT', 'DATABASE_UNAVAILABLE'])
      expect(description).to.include(`\`${code}\``);
  });

  it('the OpenAPI document shows text fields as strings, and none of this project’s own schema keywords', () => {
    expect(JSON.stringify(document)).not.to.match(
      /"(text|needed|shown)":(true|\{)|"by":"has_seat_map"|"type":\["string","number"/,
    );
  });

  it('the OpenAPI document names each operation by a verb and an object, such as cancelBooking', () => {
    const names = operations().map(({ operationId }) => operationId as string);
    expect(names).to.include.members([
      'searchTrips',
      'getTrip',
      'getSeatMap',
      'lockSeats',
      'releaseSeats',
      'createBooking',
      'startCheckout',
      'cancelBooking',
      'downloadTicket',
      'rateBooking',
      'getMe',
      'getMetrics',
    ]);
    for (const name of names)
      expect(name)
        .to.match(/^[a-z]+([A-Z][a-z]+)+$/)
        .and.not.match(/Own(?![a-z])/);
  });

  it('the OpenAPI document describes each operation in whole sentences', () => {
    for (const { operationId, description } of operations())
      expect(description, operationId).to.match(/^[A-Z](?:.*\s){3}.*\.$/s);
  });

  it('the OpenAPI document has another summary for each operation, so that twins say their difference', () => {
    const summaries = operations().map(({ summary }) => summary as string);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).to.deep.equal([]);
  });

  it('the OpenAPI document describes each parameter, and the answer of something known apart from that of something new', () => {
    for (const { operationId, parameters, responses } of operations()) {
      for (const { name, description, schema } of (parameters ?? []) as readonly Json[])
        expect(description ?? schema.description, `${operationId} ${name}`).to.match(/^[A-Z].*\.$/s);
      if (responses[200] && responses[201])
        expect(responses[200].description, operationId).to.not.equal(responses[201].description);
    }
  });

  it('the OpenAPI document says in words of its own what each operation answers', () => {
    for (const { operationId, responses } of operations())
      for (const [status, { description }] of Object.entries<Json>(responses).filter(([code]) => code < '400'))
        expect(description, `${operationId} ${status}`)
          .to.match(/^[A-Z].*\s.*\.$/)
          .and.not.match(/^(Done|Created|The answer)\b/);
  });

  it('the OpenAPI document has a verb in each description', () => {
    expect(descriptionsIn(document).filter(isPhrase)).to.deep.equal([]);
    for (const phrase of [
      'The id of the user.',
      'The seats that are free.',
      'The day until which the fare is held, in local time.',
      'Points of more than a day ago.',
      'Names the stop. Null at the origin.',
    ])
      expect(isPhrase(phrase), phrase).to.equal(true);
  });

  it('the OpenAPI document describes everything in words that stand alone', () => {
    const riddles = descriptionsIn(document).filter(
      (description) =>
        description.split(/\s+/).length < 3 ||
        // A title with codes is no sentence, as in “Conflict: `TRIP_DEPARTED`.”
        /^[A-Z][a-z]+( [A-Z][a-z]+)*: `/.test(description) ||
        !/\.`?$/.test(description) ||
        // Such a beginning leaves out what is described, as in “Of the transfer.” or “Null at the origin.”
        /^(Of|For|From|By|As|In|On|To|Under|Until|Who|What|Whose|Which|When|Where|Why|How|Null|Optional|Default|Done|NPR|ISO)\b/.test(
          description,
        ),
    );
    expect(riddles).to.deep.equal([]);
  });

  it('the OpenAPI document shows the formats and enums in the answers to API requests', () => {
    const { User, Booking, BookingSeat, Trip } = document.components.schemas;
    expect([
      User.properties.email.format,
      User.properties.created_at.format,
      User.properties.avatar_url.format,
      Trip.properties.departure_time.format,
    ]).to.deep.equal(['email', 'date-time', 'uri', 'date-time']);
    expect(Booking.properties.cancelled_at).to.deep.include({ type: ['string', 'null'], format: 'date-time' });
    expect(BookingSeat.properties.passenger_gender.enum).to.deep.equal(['M', 'F', 'O', null]);
    expect(Booking.properties.payment_status.enum).to.include('PARTIAL_REFUND').and.to.include(null);
    const query = (name: string) =>
      document.paths['/api/trips'].get.parameters.find((parameter: Json) => parameter.name === name).schema;
    expect([query('date').format, query('ordering').enum]).to.deep.equal([
      'date',
      ['departure_time', '-departure_time', 'fare', '-fare'],
    ]);
  });

  it('the OpenAPI document distinguishes seat maps with and without numbered seats by one property', () => {
    const { SeatMap, MappedSeats, CountedSeats } = document.components.schemas;
    expect(SeatMap.oneOf).to.deep.equal([
      { $ref: '#/components/schemas/MappedSeats' },
      { $ref: '#/components/schemas/CountedSeats' },
    ]);
    expect([MappedSeats.properties.has_seat_map.const, CountedSeats.properties.has_seat_map.const]).to.deep.equal([
      true,
      false,
    ]);
    expect([MappedSeats.required, CountedSeats.required]).to.deep.equal([
      ['has_seat_map', 'rows', 'cols', 'deck_count', 'fare', 'seats', 'lock_minutes'],
      ['has_seat_map', 'fare', 'total_seats', 'seats_left'],
    ]);
  });

  it('the OpenAPI document requires the metrics token if a token is set', () => {
    expect(document.paths['/metrics'].get.security).to.deep.equal([{}, { metricsToken: [] }]);
    expect(document.components.securitySchemes.metricsToken).to.include({ type: 'http', scheme: 'bearer' });
    expect(document.paths['/metrics'].get.responses[401].headers).to.have.property('WWW-Authenticate');
  });

  it('the OpenAPI document describes each error answer by the same schema', () => {
    for (const { operationId, responses } of operations())
      for (const [status, response] of Object.entries<Json>(responses)) {
        const { schema } = (responseOf(response).content ?? {})['application/problem+json'] ?? {};
        if (schema)
          expect((schema.allOf ?? [schema])[0], `${operationId} ${status}`).to.deep.equal({
            $ref: '#/components/schemas/Problem',
          });
      }
  });

  it('the OpenAPI document has each error answer once, however many operations give it', () => {
    const whole = operations().flatMap(({ responses }) =>
      Object.values<Json>(responses)
        .filter(({ content }) => content?.['application/problem+json'])
        .map((response) => JSON.stringify(response)),
    );
    const shared = Object.values<Json>(document.components.responses).map((response) => JSON.stringify(response));
    const all = [...whole, ...shared];
    expect(all.filter((text, index) => all.indexOf(text) !== index)).to.deep.equal([]);
    expect(shared).to.have.length.above(20);
  });

  it('the OpenAPI document describes a checkout as one of three kinds, with the form as a map of texts', () => {
    const { Checkout, FormCheckout } = document.components.schemas;
    expect(Checkout.oneOf.map(({ $ref }: Json) => $ref.split('/').at(-1))).to.deep.equal([
      'FormCheckout',
      'RedirectCheckout',
      'QrCheckout',
    ]);
    expect(Checkout.discriminator).to.deep.include({ propertyName: 'kind' });
    expect(Object.keys(Checkout.discriminator.mapping)).to.deep.equal(['form', 'redirect', 'qr']);
    expect(FormCheckout.properties.form_fields.type).to.equal('object');
    expect(FormCheckout.properties.gateway.enum).to.have.members(['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS']);
  });

  it('the OpenAPI document has no schema for bytes of an answer, and sends files as binary strings', () => {
    expect(document.paths['/api/bookings/{id}/ticket'].get.responses[200].content['application/pdf']).to.deep.equal({});
    const { properties } =
      document.paths['/api/passenger/avatar'].post.requestBody.content['multipart/form-data'].schema;
    // Code that generators make for a field without a type does not compile.
    expect(properties.avatar).to.include({ type: 'string', format: 'binary' });
  });

  it('the OpenAPI document has examples without a fixed Idempotency-Key, and with a future day of travel', async () => {
    expect(JSON.stringify(document.paths['/api/bookings'].post.parameters)).not.to.contain('"example');
    const exampleDay = async () =>
      (await api.get('/api/openapi.json')).json.paths['/api/trips'].get.parameters.find(
        ({ name }: Json) => name === 'date',
      ).example;
    const dayAfter = () => api.dependencies.calendar.dateAfter(api.dependencies.calendar.date(api.clock()), 1);
    expect(await exampleDay()).to.equal(dayAfter());
    api.clock.advance(24 * 60);
    expect(await exampleDay()).to.equal(dayAfter());
  });

  it('the OpenAPI document names the service’s address unless that is valid only on the same machine', async () => {
    expect(document.servers).to.deep.equal([{ url: api.dependencies.baseUrl }]);
    const local = await startApi({ environment: { BASE_URL: 'http://localhost:3000' } });
    try {
      const { json } = await local.get('/api/openapi.json');
      expect(json.servers).to.deep.equal([{ url: '/' }]);
      expect(await faultsOf(json)).to.deep.equal([]);
    } finally {
      await local.close();
    }
  });
});

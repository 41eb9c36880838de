import { type MutableResponse, OAuth2Server } from 'oauth2-mock-server';

/** Changes the answer of a provider's endpoint. */
type Twist = (response: MutableResponse) => void;

/** A real OAuth 2.0 server in this process. Everybody who signs in is `person`. */
export interface Provider {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly userinfoUrl: string;
  person: Record<string, unknown>;
  tokenTwist: Twist | undefined;
  userinfoTwist: Twist | undefined;
  /** The forms posted to the token endpoint. */
  readonly exchanged: Record<string, unknown>[];
  /** Approves the sign-in. Returns the address to which the browser is redirected. */
  readonly agree: (authorizationUrl: string) => Promise<URL>;
  readonly close: () => Promise<void>;
}

export async function startProvider(): Promise<Provider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const url = `http://127.0.0.1:${server.address().port}`;

  const provider: Provider = {
    authorizeUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    userinfoUrl: `${url}/userinfo`,
    person: { email: 'sita@example.com', email_verified: true, name: 'Sita Rai' },
    tokenTwist: undefined,
    userinfoTwist: undefined,
    exchanged: [],
    agree: async (authorizationUrl) => {
      const { headers } = await fetch(authorizationUrl, { redirect: 'manual' });
      return new URL(headers.get('location')!);
    },
    close: () => server.stop(),
  };
  server.service.on('beforeResponse', (response, request) => {
    provider.exchanged.push({ ...(request.body as Record<string, unknown>) });
    provider.tokenTwist?.(response);
  });
  server.service.on('beforeUserinfo', (response) => {
    response.body = provider.person;
    provider.userinfoTwist?.(response);
  });
  return provider;
}

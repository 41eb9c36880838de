import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, type Api, startApi } from './http.ts';
import { type Provider, startProvider } from './oauth.ts';

export const CALLBACK = '/api/auth/google/callback';
export type Fields = Readonly<Record<string, string>>;

/** Starts services with a real identity provider, and follows a browser's redirects between service and provider. */
export function googleSignIns() {
  let provider: Provider;
  let dataDir: string;
  before(async () => {
    provider = await startProvider();
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
  });
  after(async () => {
    await provider.close();
    await rm(dataDir, { recursive: true });
  });

  const opened: Api[] = [];
  afterEach(async () => {
    for (const api of opened.splice(0)) await api.close();
  });

  const environment = () => ({
    DATA_DIR: dataDir,
    GOOGLE_CLIENT_ID: 'our-client',
    GOOGLE_CLIENT_SECRET: 'our-secret',
    OAUTH_AUTHORIZE_URL: provider.authorizeUrl,
    OAUTH_TOKEN_URL: provider.tokenUrl,
    OAUTH_USERINFO_URL: provider.userinfoUrl,
    BASE_URL: 'http://tickets.example.com',
    OTP_RESEND_SECONDS: '0',
  });
  async function open(more: Readonly<Record<string, string>> = {}): Promise<Api> {
    const api = await startApi({ environment: { ...environment(), ...more } });
    opened.push(api);
    return api;
  }

  const locationOf = ({ headers }: Answer): URL => new URL(headers.get('location')!);
  const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!;
  const fragmentOf = (answer: Answer): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(locationOf(answer).hash.slice(1)));
  const start = (api: Api, query: Fields = {}, headers: Fields = {}) =>
    api.get(`/api/auth/google/start?${new URLSearchParams(query).toString()}`, undefined, headers);
  const callBack = (api: Api, path: string, cookie?: string) =>
    api.get(path, undefined, cookie === undefined ? {} : { Cookie: cookie });

  /** Follows a browser's redirects to the provider and back. */
  async function authorize(
    api: Api,
    query: Fields = {},
    headers: Fields = {},
  ): Promise<{ started: Answer; back: string; cookie: string }> {
    const started = await start(api, query, headers);
    const returned = await provider.agree(started.headers.get('location')!);
    return { started, back: `${returned.pathname}${returned.search}`, cookie: cookieOf(started) };
  }
  async function signIn(api: Api, query: Fields = {}, headers: Fields = {}): Promise<Answer> {
    const { back, cookie } = await authorize(api, query, headers);
    return callBack(api, back, cookie);
  }

  return {
    provider: () => provider,
    opened,
    environment,
    open,
    locationOf,
    cookieOf,
    fragmentOf,
    start,
    callBack,
    authorize,
    signIn,
  };
}

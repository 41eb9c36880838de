import type { JudgeAddress } from '../../core/listening/ports.ts';
import { isPublic } from './public-address.ts';
import { type Resolve, hostOf } from './resolve.ts';

export interface AddressRules {
  /** The service's own URL, to which no events are sent. */
  readonly baseUrl: string;
  /** Whether http and addresses that are not public are allowed, for development on one machine. */
  readonly local: boolean;
  readonly resolve: Resolve;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;
const LEAST_PORT = 1_024;

/** Judges the address of an endpoint. URL normalises every spelling of an IPv4 address. */
export const judgeAddress =
  (rules: AddressRules): JudgeAddress =>
  async (text) => {
    if (!URL.canParse(text)) return 'must be a URL';
    const url = new URL(text);
    return faultOf(url, text, rules) ?? ((await addressesOf(url, rules)).length > 0 ? undefined : UNUSABLE);
  };

const UNUSABLE = 'must have a host whose addresses all belong to the public internet';

function faultOf(url: URL, text: string, { baseUrl, local }: AddressRules): string | undefined {
  const isHttp = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(local && isHttp)) return 'must begin with https://';
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(text))
    return 'must hold no user name and no password';
  if (text.includes('#')) return 'must have no fragment';
  const port = url.port === '' ? (isHttp ? HTTP_PORT : HTTPS_PORT) : Number(url.port);
  if (!isAllowedPort(port, local)) return `must have the port ${HTTPS_PORT}, or one from ${LEAST_PORT} on`;
  if (originOf(url) === originOf(new URL(baseUrl))) return 'must not be this service itself';
  const { name } = hostOf(url);
  if (name === 'localhost' || name.endsWith('.localhost'))
    return local ? 'must not be localhost, but may be 127.0.0.1' : 'must not be localhost';
  return undefined;
}

/** The origin of a URL, the same for a host name with and without its final dot. */
const originOf = (url: URL): string => `${url.protocol}//${hostOf(url).name}:${url.port}`;

const isAllowedPort = (port: number, local: boolean): boolean =>
  port === HTTPS_PORT || port >= LEAST_PORT || (local && port === HTTP_PORT);

/**
 * The addresses to which a webhook may connect. Empty if the host has none, or if one of them is not public: a name
 * with public and other addresses could lead a connection to either.
 */
export async function addressesOf(
  url: URL,
  { local, resolve }: Pick<AddressRules, 'local' | 'resolve'>,
): Promise<readonly string[]> {
  const { name, isAddress } = hostOf(url);
  const found = isAddress ? [name] : await resolve(name);
  return local || found.every(isPublic) ? found : [];
}

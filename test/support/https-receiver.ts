import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The key of CERTIFICATE. It protects nothing: it is for tests alone. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrkSz9KRQoyft94IX
k/dZ24PP1OQEzrj4zFYFMfRw1jWhRANCAAQrPoKs7dl3r31bmw2C2tNqPvQYXsED
6Mn7Xm6BOxpMWRCL5pm9LS3OF6h/D46u8YXf1pV8sPc+E0Yck5jG/QBm
-----END PRIVATE KEY-----
`;

/** A certificate for `hooks.example.com`, signed by itself, from 2020 to 2120. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBdTCCARygAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFob29rcy5l
eGFtcGxlLmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAAQrPoKs7dl3r31bmw2C2tNqPvQYXsED6Mn7Xm6BOxpMWRCL5pm9LS3OF6h/
D46u8YXf1pV8sPc+E0Yck5jG/QBmo00wSzAcBgNVHREEFTATghFob29rcy5leGFt
cGxlLmNvbTAMBgNVHRMEBTADAQH/MB0GA1UdDgQWBBQWc1psKrHGrS3ZytukhubV
3+eRMTAKBggqhkjOPQQDAgNHADBEAiBTQiRWqiJ1zNMTyO5+33mpJSz5fqabPweh
2UI2FxsdKQIgfc9wQkqwrjcZ93BB2RYuhf7PmZJj6FdIvrQOksIhaM0=
-----END CERTIFICATE-----
`;

export interface HttpsReceiver {
  readonly port: number;
  /** The names that connections asked for, and the paths of requests. */
  readonly names: readonly (string | false | null)[];
  readonly paths: readonly string[];
  readonly close: () => Promise<void>;
}

/** Receives webhooks over TLS on a free port of this machine. Tests close it. */
export async function httpsReceiver(): Promise<HttpsReceiver> {
  const names: (string | false | null)[] = [];
  const paths: string[] = [];
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    paths.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.on('secureConnection', ({ servername }) => names.push(servername));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    names,
    paths,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

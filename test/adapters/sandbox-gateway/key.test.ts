import { expect } from 'chai';
import { sandboxKey } from '../../../adapters/sandbox-gateway/key.ts';
import { CONNECTIPS_KEYS } from '../../support/connectips-key.ts';
import { memoryEngine } from '../../support/engines.ts';

const pem = (key: typeof CONNECTIPS_KEYS.privateKey): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('the sandbox gateway’s key', () => {
  it('the sandbox gateway’s signing key is shared by all processes through the database', async () => {
    const { transact } = memoryEngine();
    await transact(({ sandbox }) => sandbox.keepKey('CONNECTIPS', pem(CONNECTIPS_KEYS.privateKey)));
    expect(pem(await sandboxKey(transact))).to.equal(pem(CONNECTIPS_KEYS.privateKey));
  });

  it('the sandbox gateway’s signing key is created and stored if there is none', async () => {
    const { transact } = memoryEngine();
    const key = pem(await sandboxKey(transact));
    expect(await transact(({ sandbox }) => sandbox.keepKey('CONNECTIPS', 'another'))).to.equal(key);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { esewaGateway } from '../../../adapters/esewa/gateway.ts';
import { signerOf } from '../../../adapters/esewa/signature.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { DOCUMENTED } from '../../support/esewa-answers.ts';

const KEY = '8gBm/:&EnhH.1/q';
const gateway = esewaGateway({
  formUrl: 'https://gateway.example/form',
  statusUrl: 'https://gateway.example/status',
  productCode: 'EPAYTEST',
  secretKey: KEY,
  bounds: { min: null, max: null },
  baseUrl: 'https://bus.example',
});

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

const SAMPLE = DOCUMENTED.callback;

const NAMES = 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names';

/** Makes the `data` of a callback whose values are these JSON literals, signed with `key`. */
function signed(changes: Readonly<Record<string, string>> = {}, key = KEY): string {
  const literals: Record<string, string> = {
    transaction_code: '"000AWEO"',
    status: '"COMPLETE"',
    total_amount: '1000.0',
    transaction_uuid: '"u-1"',
    product_code: '"EPAYTEST"',
    signed_field_names: JSON.stringify(NAMES),
    ...changes,
  };
  const bare = (literal = ''): string => (literal.startsWith('"') ? literal.slice(1, -1) : literal);
  const message = bare(literals['signed_field_names'])
    .split(',')
    .map((name) => `${name}=${bare(literals[name])}`)
    .join(',');
  const members = Object.entries({ ...literals, signature: JSON.stringify(signerOf(key).sign(message)) });
  return `{${members.map(([name, literal]) => `${JSON.stringify(name)}:${literal}`).join(',')}}`;
}

describe('the eSewa callback', () => {
  it('an eSewa callback is verified as in eSewa’s documented sample', () => {
    expect(gateway.readCallback(base64(SAMPLE))).to.deep.equal({
      transactionUuid: '250610-162413',
      status: 'COMPLETE',
      reference: '000AWEO',
      amount: paisa(100_000),
      authentic: true,
      raw: SAMPLE,
    });
  });

  it('an eSewa callback is read in every variant of base64', () => {
    // The base64 text needs padding. It contains both characters that differ between the two alphabets of base64.
    const text = signed({ note: '"ÿÿ>>??~~ Sita"' });
    const standard = base64(text);
    expect(standard).to.match(/\+/).and.match(/\//).and.match(/=$/);
    const dresses = [
      standard,
      standard.replace(/=+$/, ''),
      Buffer.from(text).toString('base64url'),
      standard.replaceAll('+', ' '),
    ];
    for (const dress of dresses) expect(gateway.readCallback(dress)).to.include({ authentic: true, raw: text });
  });

  it('an eSewa callback’s signature is verified over the amount’s original text', () => {
    for (const literal of ['1000.0', '"1000.0"', '"1,000.0"', '1000', '"1,000"', '1000.00', '"1000.000"']) {
      expect(gateway.readCallback(base64(signed({ total_amount: literal }))), literal).to.include({
        authentic: true,
        amount: 100_000,
      });
    }
    // The signature covers the amount as text. So the same amount written differently is not authentic.
    expect(gateway.readCallback(base64(SAMPLE.replace('1000.0', '1000'))).authentic).to.equal(false);
    expect(gateway.readCallback(base64(SAMPLE.replace('1000.0', '"1000.0"'))).authentic).to.equal(true);
  });

  it('an eSewa callback’s signature is verified over the JSON-escaped text, and the reference is returned unescaped', () => {
    const callback = gateway.readCallback(base64(signed({ transaction_code: '"A\\/B\\u0041"' })));
    expect(callback).to.include({ authentic: true, reference: 'A/BA' });
  });

  it('an eSewa callback with a malformed amount has no amount', () => {
    for (const literal of ['"1,0"', '1e3', '"१०००"', 'null', 'true', '"1000.001"', '""', '"1 000"', '"NaN"']) {
      expect(gateway.readCallback(base64(signed({ total_amount: literal }))).amount, literal).to.equal(undefined);
    }
  });

  it('an eSewa callback is refused if signed by another key, over other values, or over too few fields', () => {
    const forgeries = {
      'another key': signed({}, 'another key'),
      'an edited status': signed({ status: '"PENDING"' }).replace('"PENDING"', '"COMPLETE"'),
      'an edited amount': signed().replace('1000.0', '1.0'),
      'no signature': SAMPLE.replace(/,"signature":"[^"]*"/, ''),
      'an empty signature': SAMPLE.replace(/"signature":"[^"]*"/, '"signature":""'),
      'a signature that is no text': SAMPLE.replace(/"signature":"[^"]*"/, '"signature":{"$ne":null}'),
      'a shorter list': signed({ signed_field_names: '"status"' }),
      "the form's own list": signed({ signed_field_names: '"total_amount,transaction_uuid,product_code"' }),
      'a name without a value': signed({ signed_field_names: JSON.stringify(`${NAMES},missing`) }),
      'another merchant': signed({ product_code: '"OTHER"' }),
    };
    for (const [what, text] of Object.entries(forgeries))
      expect(gateway.readCallback(base64(text)).authentic, what).to.equal(false);
    for (const name of NAMES.split(',').slice(0, 5)) {
      const rest = NAMES.split(',')
        .filter((other) => other !== name)
        .join(',');
      expect(
        gateway.readCallback(base64(signed({ signed_field_names: JSON.stringify(rest) }))).authentic,
        `${name} unsigned`,
      ).to.equal(false);
    }
  });

  it('the signature check and the payment use the same value of a field that an eSewa callback repeats', () => {
    const twice = signed().replace('{', '{"status":"PENDING","transaction_uuid":"u-2",');
    expect(gateway.readCallback(base64(twice))).to.include({
      authentic: true,
      status: 'COMPLETE',
      transactionUuid: 'u-1',
    });
    const forged = signed({ status: '"PENDING"' }).replace(/}$/, ',"status":"COMPLETE"}');
    expect(gateway.readCallback(base64(forged))).to.include({ authentic: false, status: 'COMPLETE' });
    const hidden = signed().replace(/}$/, ',"status":{"text":"COMPLETE"}}');
    expect(gateway.readCallback(base64(hidden)), 'the last is no text').to.include({ authentic: false, status: '' });
  });

  it('an eSewa callback’s nested values are ignored', () => {
    const text =
      '{"a":{"status":"COMPLETE","b":[{"transaction_uuid":"u-1"}]},"status":["COMPLETE"],"c":"}{","total_amount":7}';
    expect(gateway.readCallback(base64(text))).to.include({
      transactionUuid: '',
      status: '',
      amount: 700,
      authentic: false,
    });
  });

  it('an eSewa callback in an unknown format is read as empty', () => {
    const deep = 5_000;
    const garbage = [
      '',
      ' ',
      '%',
      'no base64!',
      '=',
      base64(''),
      base64('null'),
      base64('[]'),
      base64('"text"'),
      base64('{'),
      base64('{"a":'),
      base64('{"__proto__":{"status":"COMPLETE"}}'),
      base64(Uint8Array.of(0x7b, 0xff, 0x7d)),
      base64('['.repeat(deep) + ']'.repeat(deep)),
      base64(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`),
      base64(`{"a":"${'\\\\'.repeat(deep)}"}`),
    ];
    for (const data of garbage)
      expect(gateway.readCallback(data), data.slice(0, 40)).to.include({
        transactionUuid: '',
        status: '',
        authentic: false,
        amount: undefined,
      });
  });

  it('reading an eSewa callback never throws, and a callback without a signature is never authentic', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.json().map(base64), fc.base64String()),
        (data) => !gateway.readCallback(data).authentic,
      ),
    );
    const edit = fc.tuple(fc.nat(SAMPLE.length - 2), fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(edit, ([at, put]) => {
        const edited = SAMPLE.slice(0, at) + put + SAMPLE.slice(at + put.length);
        const { authentic, ...said } = gateway.readCallback(base64(edited));
        // Either the edited callback is no longer authentic, or its values are the same as before.
        return (
          !authentic ||
          (said.status === 'COMPLETE' &&
            said.transactionUuid === '250610-162413' &&
            said.amount === 100_000 &&
            said.reference === '000AWEO')
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

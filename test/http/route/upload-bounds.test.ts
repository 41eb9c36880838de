import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { type Form, type FormReaders, formReaders } from '../../../adapters/http/route/upload.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { anArrivingForm } from '../../support/forms.ts';

const MIB = 1024 * 1024;
const EIGHT_MIB = Buffer.alloc(8 * MIB);

describe('bounds of uploads', () => {
  let clock: SinonFakeTimers;
  let readers: FormReaders;

  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    readers = formReaders();
  });
  afterEach(() => clock.restore());

  /** Starts to read a form. `result` resolves to the size of its file, or to the code of the refusal. */
  function begin(person: string) {
    const form = anArrivingForm();
    const tooLarge = () => invalidField('picture', 'Too large.');
    const read = readers({ field: 'picture', limitBytes: 200 * MIB, tooLarge });
    const sizeOf = async ({ upload }: Form) => upload?.content.length;
    const result = read(form.ctx, person, sizeOf).catch((error: unknown) => (error as { readonly code: string }).code);
    const sendMib = async (mib: number) => {
      for (let sent = 0; sent < mib; sent += 8) await form.send(EIGHT_MIB);
    };
    return { ...form, result, sendMib };
  }

  /** Sends `bytes` bytes every nine seconds, for ten minutes at most. */
  async function drip(upload: ReturnType<typeof begin>, bytes: number): Promise<void> {
    for (let milliseconds = 0; milliseconds < 600_000; milliseconds += 9_000) {
      await upload.send(Buffer.alloc(bytes));
      clock.tick(9_000);
    }
  }

  it('an upload over a slow network at 5 KiB a second is accepted', async () => {
    const upload = begin('asha');
    await drip(upload, 45 * 1024);
    await upload.end();
    expect(await upload.result).to.equal(67 * 45 * 1024);
  });

  it('an upload at 3 KiB a second is refused', async () => {
    const upload = begin('asha');
    await drip(upload, 27 * 1024);
    expect(await upload.result).to.equal('REQUEST_TIMEOUT');
  });

  it('an upload that starts fast and continues byte by byte is refused', async () => {
    const upload = begin('asha');
    await upload.sendMib(8);
    await drip(upload, 1);
    expect(await upload.result).to.equal('REQUEST_TIMEOUT');
  });

  it('an upload that sends nothing for ten seconds is refused', async () => {
    const upload = begin('asha');
    await upload.send('a');
    clock.tick(10_000);
    expect(await upload.result).to.equal('REQUEST_TIMEOUT');
  });

  it('uploads may use 256 MiB of memory together, and then an upload of the person who uses most is refused', async () => {
    const [first, second, third] = [begin('asha'), begin('asha'), begin('bikram')];
    await first.sendMib(96);
    await second.sendMib(64);
    await third.sendMib(96);
    const fourth = begin('chandra');
    await fourth.sendMib(8);
    expect(await first.result).to.equal('UPLOADS_BUSY');

    for (const upload of [second, third, fourth]) await upload.end();
    expect(await Promise.all([second.result, third.result, fourth.result])).to.deep.equal([
      64 * MIB,
      96 * MIB,
      8 * MIB,
    ]);
  });

  it('an upload by the person whose uploads use most memory is refused once the memory is full', async () => {
    const [first, second] = [begin('asha'), begin('bikram')];
    await first.sendMib(96);
    await second.sendMib(168);
    expect(await second.result).to.equal('UPLOADS_BUSY');
    await first.end();
    expect(await first.result).to.equal(96 * MIB);
  });

  it('an upload’s memory is freed if its sender hangs up', async () => {
    const [first, second] = [begin('asha'), begin('bikram')];
    await first.sendMib(192);
    await second.sendMib(56);
    await first.hangUp();
    expect(await first.result).to.equal('MALFORMED_BODY');

    const third = begin('chandra');
    await third.sendMib(192);
    for (const upload of [second, third]) await upload.end();
    expect(await Promise.all([second.result, third.result])).to.deep.equal([56 * MIB, 192 * MIB]);
  });
});

import { useEffect, useRef } from 'preact/hooks';
import type { Answer } from '../../api/operations.ts';
import { timeOf } from '../../parts/moment.ts';
import { toast } from '../../parts/toast.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { w } from '../words.ts';

export type Enrolling = Answer<'post', '/api/operator/devices'>;

/** Shows how to enrol a phone: the phone scans the QR code, or somebody types the code's text on it. */
export function Enrolment({ of, onClose }: { readonly of: Enrolling; readonly onClose: () => void }) {
  const { name, enrol_url, enrol_token, expires_at } = of;
  const heading = useRef<HTMLHeadingElement>(null);
  const words = w.value.devices;
  useEffect(() => heading.current?.focus(), []);
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast(w.value.frame.copied);
  };
  return (
    <section class="card enrolment" aria-labelledby="enrolment">
      <div>
        <h2 id="enrolment" ref={heading} tabIndex={-1}>
          {words.show(name)}
        </h2>
        <p>{words.scan}</p>
        <p class="faint">{words.openAt(enrol_url.split('?')[0] ?? '')}</p>
        <p>{words.orType}</p>
        <p class="enrolment-code">
          <code>{enrol_token.replace(/^(.{4})(.+)$/, '$1 $2')}</code>
        </p>
        <p class="faint">{words.goodUntil(timeOf(expires_at))}</p>
        <div class="row">
          {/* Shows no copy button over plain http, because browsers then offer no clipboard. */}
          {'clipboard' in navigator && (
            <>
              <button type="button" onClick={() => void copy(enrol_url)}>
                {words.copyLink}
              </button>
              <button type="button" onClick={() => void copy(enrol_token)}>
                {words.copy}
              </button>
            </>
          )}
          <button type="button" onClick={onClose}>
            {words.done}
          </button>
        </div>
      </div>
      <QrCode text={enrol_url} label={words.qr} />
    </section>
  );
}

import type { ComponentChildren } from 'preact';
import { Refused, useSending } from '../../parts/form.tsx';
import { api } from '../session.ts';

/** Reads the file's name from `Content-Disposition` (RFC 6266). Prefers the encoded name. */
function nameIn(response: Response): string | undefined {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** Downloads a file with the user's token, and lets the browser save it. `address` is a path of the API. */
async function save(address: string, name: string): Promise<void> {
  const response = await api.raw(address);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = nameIn(response) ?? name;
  link.click();
  // The URL is revoked later, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * A button that downloads a file. `name` is used when the service gives no name. Screen readers hear `label` instead of
 * the button's text.
 */
export function Download({
  address,
  name,
  label,
  children,
}: {
  readonly address: string;
  readonly name: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}) {
  const sending = useSending();
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-busy={sending.isBusy.value}
        onClick={() => void sending.send(() => save(address, name))}
      >
        {children}
      </button>
      <Refused sentence={sending.sentence} />
    </>
  );
}

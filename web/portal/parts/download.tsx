import type { ComponentChildren } from 'preact';
import { Refused, useSending } from '../../parts/form.tsx';
import { api } from '../session.ts';

/** The name that the service gives a file (RFC 6266): the encoded one where there is one. */
function nameIn(response: Response): string | undefined {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/** Fetches a file on behalf of whoever is signed in, and has the browser keep it. `address` is one of the API's. */
export async function save(address: string, name: string): Promise<void> {
  const response = await api.raw(address);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = nameIn(response) ?? name;
  link.click();
  // Not at once: the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A button that downloads a file, named `name` where the service doesn't name it. */
export function Download({
  address,
  name,
  children,
}: {
  readonly address: string;
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  const sending = useSending();
  return (
    <>
      <button
        type="button"
        aria-busy={sending.isBusy.value}
        onClick={() => void sending.send(() => save(address, name))}
      >
        {children}
      </button>
      <Refused sentence={sending.sentence} />
    </>
  );
}

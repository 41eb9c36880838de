import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Client } from '../api/client.ts';
import { to } from '../api/settings.ts';
import { sentenceFor } from './problem-text.ts';
import { toast } from './toast.tsx';

/** Fetches a file with the user's token and downloads it. */
async function download(api: Pick<Client, 'raw'>, address: string, fallbackName: string): Promise<void> {
  const response = await api.raw(address);
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallbackName;
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The URL is revoked later, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A link to a file that needs the user's token, which browsers do not send with plain links. */
export function DownloadLink({
  api,
  address,
  name,
  class: look = 'button',
  children,
}: {
  readonly api: Pick<Client, 'raw'>;
  readonly address: string;
  /** The name of the file, unless the service gives one. */
  readonly name: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const isBusy = useSignal(false);
  return (
    <a
      class={look}
      href={to(address)}
      download={name}
      aria-busy={isBusy.value}
      onClick={(event) => {
        event.preventDefault();
        if (isBusy.peek()) return;
        isBusy.value = true;
        void download(api, address, name)
          .catch((error: unknown) => toast(sentenceFor(error)))
          .finally(() => (isBusy.value = false));
      }}
    >
      {children}
    </a>
  );
}

import { to } from '../../api/settings.ts';
import { toast } from '../../parts/toast.tsx';
import { w } from '../words.ts';

/** Shares the link of a ticket through the phone's own dialog. Without such a dialog, copies the link. */
export function Share({ title, token }: { readonly title: string; readonly token: string }) {
  const words = w.value.bookings;
  const url = `${location.origin}${to('/ticket')}?token=${encodeURIComponent(token)}`;
  const share = async (): Promise<void> => {
    // The browser functions for sharing and copying. Older browsers, and pages without https, lack one or both.
    const { share: send, clipboard } = navigator as Partial<Pick<Navigator, 'share' | 'clipboard'>>;
    if (send) {
      // Ignores the error when the user closes the dialog without sharing.
      await send.call(navigator, { title, url }).catch(() => undefined);
      return;
    }
    const isCopied = await clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    toast(isCopied === true ? words.linkCopied : url);
  };
  return (
    <button type="button" onClick={() => void share()}>
      {words.share}
    </button>
  );
}

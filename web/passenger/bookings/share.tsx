import { to } from '../../api/settings.ts';
import { toast } from '../../parts/toast.tsx';
import { handOn } from '../parts/hand-on.ts';
import { w } from '../words.ts';

/** Shares the link of a ticket through the phone's own dialog. Without such a dialog, copies the link. */
export function Share({ title, token }: { readonly title: string; readonly token: string }) {
  const words = w.value.bookings;
  const url = `${location.origin}${to('/ticket')}?token=${encodeURIComponent(token)}`;
  const share = async (): Promise<void> => {
    const done = await handOn(title, url);
    if (done !== 'handed on') toast(done === 'copied' ? words.linkCopied : url);
  };
  return (
    <button type="button" onClick={() => void share()}>
      {words.share}
    </button>
  );
}

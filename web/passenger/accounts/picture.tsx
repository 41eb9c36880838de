import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import type { ProfileAnswer } from './about-you.tsx';

const LARGEST_BYTES = 4 * 1_024 * 1_024;

/** The user's picture. Without one, the first letter of the name on the account's colour. */
const Face = ({ url, profile }: { readonly url: string; readonly profile: ProfileAnswer }) =>
  url ? (
    <img class="face" src={url} alt={w.value.account.picture} width="96" height="96" />
  ) : (
    <span class="face" style={{ backgroundColor: profile.avatar_color }} aria-hidden="true">
      {profile.full_name.slice(0, 1)}
    </span>
  );

/** Shows the user's picture and replaces it, with a preview before the upload. */
export function Picture({
  profile,
  onChange,
}: {
  readonly profile: ProfileAnswer;
  readonly onChange: (url: string) => void;
}) {
  const sending = useSending();
  const chosen = useSignal<{ readonly file: File; readonly url: string } | undefined>(undefined);
  const id = useId();
  const words = w.value.account;

  const forget = (): void => {
    if (chosen.peek()) URL.revokeObjectURL(chosen.peek()?.url ?? '');
    chosen.value = undefined;
  };
  useEffect(() => forget, []);

  const choose = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    // Clears the input, so that the browser reports when the user chooses the same file again.
    input.value = '';
    sending.refuse('');
    if (!file) return;
    if (file.size > LARGEST_BYTES) sending.refuse(words.pictureTooLarge);
    else chosen.value = { file, url: URL.createObjectURL(file) };
  };

  const upload = async (file: File): Promise<void> => {
    const form = new FormData();
    form.set('avatar', file);
    try {
      const response = await api.raw('/api/passenger/avatar', { method: 'POST', body: form });
      const { avatar_url } = (await response.json()) as { readonly avatar_url: string };
      const user = session.user.peek();
      if (user) session.rename({ ...user, avatar_url });
      onChange(avatar_url);
      toast(words.pictureSaved);
    } finally {
      forget();
    }
  };

  return (
    <>
      <Refused sentence={sending.sentence} />
      <div class="row picture">
        <Face url={profile.avatar_url} profile={profile} />
        <div>
          <p class="person">{profile.full_name}</p>
          <label class="button" for={id}>
            {words.choosePicture}
          </label>
          <input
            id={id}
            type="file"
            class="sr-only"
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={({ currentTarget }) => choose(currentTarget)}
          />
          <p class="hint">{words.pictureHint}</p>
        </div>
      </div>
      {chosen.value && (
        <Dialog title={words.pictureTitle} onClose={forget}>
          <div class="picture-preview">
            <img class="face" src={chosen.value.url} alt={words.picture} width="192" height="192" />
          </div>
          <p class="faint">{words.pictureText}</p>
          <div class="row">
            <button
              type="button"
              class="main"
              aria-busy={sending.isBusy.value}
              onClick={() => {
                const file = chosen.value?.file;
                if (file) void sending.send(() => upload(file));
              }}
            >
              {words.usePicture}
            </button>
            <button type="button" onClick={forget}>
              {words.keepPicture}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

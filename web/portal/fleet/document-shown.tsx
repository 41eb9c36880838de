import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Document = Schemas['Document'];

/** Whether the page shows PDFs at once. Phones cannot show a PDF inside a page, so a button opens the PDF there. */
const showsPdf = signal(matchMedia('(min-width: 48rem)').matches);

/** The uploaded file: a picture as an image, a PDF in the browser's viewer. */
export const DocumentShown = ({ document }: { readonly document: Document }) => (
  <section class="card document-shown" aria-label={w.value.admin.reviews.document}>
    {document.media_type === null ? (
      <p class="faint">{w.value.admin.reviews.noFile}</p>
    ) : (
      <File id={document.id} type={document.media_type} title={w.value.papers.types[document.type]} />
    )}
  </section>
);

function File({ id, type, title }: { readonly id: number; readonly type: string; readonly title: string }) {
  const words = w.value.admin.reviews;
  const asked = useAsked(
    async (signal) => {
      const response = await api.raw(`/api/admin/documents/${id}/file`, { signal });
      // Uses the media type that the service found when it checked the file. The browser must never treat an upload as
      // a page.
      return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
    },
    [id],
  );
  const now = asked.state.value;
  const url = now.is === 'here' ? now.value : undefined;
  useEffect(() => () => url && URL.revokeObjectURL(url), [url]);
  return (
    <Asked of={asked} skeleton={<Skeleton />}>
      {(file) => (
        <>
          {type !== 'application/pdf' && <img src={file} alt={words.picture(title)} />}
          {type === 'application/pdf' && showsPdf.value && <iframe src={file} title={words.picture(title)} />}
          <div class="row">
            {type === 'application/pdf' && !showsPdf.value && (
              <button type="button" class="main" onClick={() => (showsPdf.value = true)}>
                {words.showHere}
              </button>
            )}
            <a class="button" href={file} target="_blank" rel="noopener">
              {words.open}
            </a>
          </div>
        </>
      )}
    </Asked>
  );
}

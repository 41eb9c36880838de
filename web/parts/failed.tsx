import { Problem } from '../api/problem.ts';
import { Link } from './link.tsx';
import { PageTitle } from './page.tsx';
import { programHome } from './program-home.ts';
import { sentenceFor } from './problem-text.ts';
import { w } from '../words/shared.ts';

/** An error message with a retry button. */
export const Failed = ({ error, again }: { readonly error: unknown; readonly again?: () => unknown }) => (
  <div class="notice bad" role="alert">
    <p>{sentenceFor(error)}</p>
    {again && (
      <button type="button" class="quiet" onClick={() => void again()}>
        {w.value.tryAgain}
      </button>
    )}
  </div>
);

/**
 * An error instead of a whole page, with a heading and a link to the first page. A missing page (404) offers no retry.
 */
export function FailedPage({ error, again }: { readonly error: unknown; readonly again: () => unknown }) {
  const isLost = error instanceof Problem && error.status === 404;
  return (
    <>
      <PageTitle>{isLost ? w.value.notFound : w.value.failed}</PageTitle>
      <Failed error={error} {...(!isLost && { again })} />
      <p>
        <Link page={programHome()} class="button">
          {w.value.home}
        </Link>
      </p>
    </>
  );
}

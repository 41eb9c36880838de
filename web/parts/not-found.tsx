import { w } from '../words/shared.ts';
import { Link } from './link.tsx';
import { PageTitle } from './page.tsx';
import { programHome } from './program-home.ts';

export const NotFound = () => (
  <>
    <PageTitle>{w.value.notFound}</PageTitle>
    <p>{w.value.notFoundText}</p>
    <p>
      <Link page={programHome()} class="button main">
        {w.value.home}
      </Link>
    </p>
  </>
);

import type { Schemas } from '../../api/operations.ts';
import { bothCalendars, dayAndTime } from '../../parts/moment.ts';
import { Facts } from '../parts/facts.tsx';
import { w } from '../words.ts';
import { PaperState } from './states.tsx';

/** The details that the company typed for a document. */
export const DocumentFacts = ({ document }: { readonly document: Schemas['Document'] }) => {
  const words = w.value.papers;
  return (
    <Facts
      of={{
        [words.number]: document.number,
        [words.validFrom]: document.valid_from && bothCalendars(document.valid_from),
        [words.validUntil]: document.valid_until === null ? words.always : bothCalendars(document.valid_until),
        [words.state]: <PaperState of={document} />,
        [words.file]: document.file_name && `${document.file_name}, ${dayAndTime(document.uploaded_at)}`,
      }}
    />
  );
};

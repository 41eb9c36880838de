import { useRoute } from 'preact-iso/router';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { ReviewBus } from './review-bus.tsx';
import { ReviewDocument } from './review-document.tsx';
import './reviews.css';

/**
 * The page of any company's bus, or of one of its papers. An administrator can still reject an approved bus or paper.
 */
export function AnyBusPage() {
  const id = Number(useRoute().params['id']);
  const [{ document: chosen }] = useUrlState();
  const asked = useAsked((signal) => api.get('/api/admin/buses/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(bus) => {
        const document = bus.documents.find((one) => String(one.id) === chosen);
        return (
          <>
            <PageTitle small={bus.operator.company_name}>{`${bus.bus_name} · ${bus.registration_no}`}</PageTitle>
            {document ? (
              <>
                <p>
                  <Link page={`/portal/admin/buses/${id}`}>← {w.value.admin.reviews.facts}</Link>
                </p>
                <ReviewDocument
                  key={`${document.id} ${document.status}`}
                  bus={bus}
                  document={document}
                  onDecided={() => void asked.again()}
                />
              </>
            ) : (
              <ReviewBus id={id} onDecided={() => void asked.again()} />
            )}
          </>
        );
      }}
    </Asked>
  );
}

import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { DayField } from '../../parts/day-field.tsx';
import { Link } from '../../parts/link.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Decision } from './decision.tsx';
import { DocumentFacts } from './document-facts.tsx';
import { DocumentShown } from './document-shown.tsx';

/** Shows the file of a document, beside the form in which an administrator approves or rejects it. */
export function ReviewDocument({
  bus,
  document,
  onDecided,
}: {
  readonly bus: Pick<Schemas['Bus'], 'id' | 'registration_no' | 'bus_name' | 'operator'>;
  readonly document: Schemas['Document'];
  readonly onDecided: () => void;
}) {
  const words = w.value.admin.reviews;
  const until = useSignal(document.valid_until ?? '');
  const sendOnce = useSendOnce();
  const { id, type, status } = document;
  const title = `${w.value.papers.types[type]}, ${bus.registration_no}`;

  const approve = async (): Promise<void> => {
    const body = until.value === (document.valid_until ?? '') ? {} : { valid_until: until.value || null };
    await sendOnce(body, (key) => api.post('/api/admin/documents/{id}/verify', { path: { id }, body, key }));
    toast(words.approvedPaper(title));
    onDecided();
  };
  const reject = async (reason: string): Promise<void> => {
    const body = { reason };
    await sendOnce(body, (key) => api.post('/api/admin/documents/{id}/reject', { path: { id }, body, key }));
    toast(words.rejectedPaper(title));
    onDecided();
  };

  return (
    <div class="beside">
      <DocumentShown document={document} />
      <section class="card">
        <h2>{w.value.papers.types[type]}</h2>
        <p>
          <Link page={`/portal/admin/buses/${bus.id}`}>
            {bus.bus_name} · {bus.registration_no}
          </Link>
          <br />
          <Link page={`/portal/admin/companies/${bus.operator.id}`}>{bus.operator.company_name}</Link>
        </p>
        <DocumentFacts document={document} />
        {document.rejection_reason !== null && (
          <p class="notice bad">{words.rejectedBecause(document.rejection_reason)}</p>
        )}
        {status !== 'REJECTED' && (
          <>
            <hr class="perforation" />
            <Decision
              key={id}
              of={`document-${id}`}
              onApprove={status === 'PENDING' ? approve : undefined}
              onReject={reject}
            >
              {({ errorOf }) => (
                <DayField
                  label={w.value.papers.validUntil}
                  required={false}
                  hint={words.validUntilHint}
                  value={until.value}
                  error={errorOf('valid_until')}
                  onValue={(day) => (until.value = day)}
                />
              )}
            </Decision>
          </>
        )}
      </section>
    </div>
  );
}

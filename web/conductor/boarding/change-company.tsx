import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { device, enrol, offered } from './device.ts';
import type { Device } from './kept.ts';
import { catchUp } from './manifests.ts';
import { w } from '../words.ts';

/** Asks for confirmation before a link gives this phone a new enrolment, because anybody may have sent the link. */
export function ChangeCompany() {
  const words = w.value.change;
  const { route, query } = useLocation();
  const token = query['token'] ?? '';
  // The enrolment before the change, which the page shows until it is left.
  const from = useMemo(() => device.peek() as Device, []);
  const sending = useSending();
  const offer = useAsked((signal) => offered(token, signal), [token]);
  const leave = (): void => route(to('/conductor'), true);
  const change = async (): Promise<void> => {
    await enrol(token);
    void catchUp();
    leave();
  };
  return (
    <div class="narrow">
      <PageTitle>{words.title}</PageTitle>
      <div class="card">
        <Asked of={offer}>
          {({ operator }) => (
            <>
              <p>
                {operator.id === from.operatorId
                  ? words.again(from.companyName, operator.company_name)
                  : words.text(from.companyName, operator.company_name)}
              </p>
              <Refused sentence={sending.sentence} />
              <button
                type="button"
                class="wide"
                aria-busy={sending.isBusy.value}
                onClick={() => void sending.send(change)}
              >
                {words.yes(operator.company_name)}
              </button>
            </>
          )}
        </Asked>
        <button type="button" class="main wide" onClick={leave}>
          {words.no(from.companyName)}
        </button>
      </div>
    </div>
  );
}

import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { w } from '../words.ts';
import { ActivityLog } from './activity.tsx';
import { LoginLog } from './logins.tsx';

/** The page of the activity log and the log of sign-ins. */
export function LogsPage() {
  const words = w.value.admin.logs;
  const [filters, change] = useUrlState();
  const isLogins = filters['log'] === 'logins';
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <div class="filters">
        <Select
          label={words.which}
          value={isLogins ? 'logins' : ''}
          // Resets the filter by kind, because the two logs have different kinds of entries.
          onValue={(log) => change({ log, kind: '', subject: '' })}
        >
          <option value="">{words.activity}</option>
          <option value="logins">{words.logins}</option>
        </Select>
      </div>
      {isLogins ? <LoginLog /> : <ActivityLog />}
    </>
  );
}

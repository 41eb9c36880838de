import { expect } from 'chai';
import { onEveryServer } from '../../support/http.ts';
import { expectProblem } from '../../support/problems.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

const PATH = '/api/operator/staff';

onEveryServer('devices of a removed member', (api) => {
  const { owner, member } = staffOn(api);
  let sita: SignedInAccount;

  beforeEach(async () => {
    sita = await owner();
  });

  it('a removed member’s crew devices keep working, unless the request revokes them with the membership', async () => {
    for (const [query, status] of [
      ['', 200],
      ['?devices=false', 200],
      ['?devices=true', 401],
    ] as const) {
      const ram = await member(sita, 'MANAGER');
      const added = await api().post('/api/operator/devices', { name: 'Ram’s phone' }, ram.token);
      const other = await api().post('/api/operator/devices', { name: 'Gate' }, sita.token);
      const phones = [added, other].map(({ json }) => json.enrol_token as string);
      const tokens: string[] = [];
      for (const token of phones) tokens.push((await api().post('/api/conductor/enrol', { token })).json.device_token);
      const [listed] = (await api().get(PATH, sita.token)).json.results;
      expect([listed.id, listed.devices], query).to.deep.equal([ram.membership.id, 1]);

      const removed = await api().delete(`${PATH}/${ram.membership.id}${query}`, undefined, sita.token);
      expect(removed.status, query).to.equal(204);
      const trips = async (token = ''): Promise<number> => (await api().get('/api/conductor/trips', token)).status;
      expect([await trips(tokens[0]), await trips(tokens[1])], query).to.deep.equal([status, 200]);
      const log = await api().get(`/api/operator/activity-log?subject=device:${added.json.id}`, sita.token);
      const last = log.json.results[0];
      expect([last.kind, last.actor.user_id], query).to.deep.equal(
        status === 401 ? ['DEVICE_REVOKED', sita.id] : ['DEVICE_ENROLLED', null],
      );
    }
  });

  it('a request to remove a member must say, as true or false, whether to revoke the member’s crew devices', async () => {
    const ram = await member(sita, 'MANAGER');
    const remove = (answer: string) =>
      api().delete(`${PATH}/${ram.membership.id}?devices=${answer}`, undefined, sita.token);
    for (const answer of ['perhaps', '1', '']) expectProblem(await remove(answer), 400, 'VALIDATION');
    expect((await remove('true')).status).to.equal(204);
  });
});

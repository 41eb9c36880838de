import { expect } from 'chai';
import { onEveryServer } from '../../support/http.ts';

onEveryServer('the running service', (api) => {
  it('an unknown API address answers 404 with an error in the API’s format', async () => {
    const answer = await api().get('/api/nowhere');
    expect([answer.status, answer.json.code]).to.deep.equal([404, 'NOT_FOUND']);
  });
});

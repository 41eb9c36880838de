import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { openApi } from '../../../adapters/http/route/openapi.ts';
import { fileRoute, route } from '../../../adapters/http/route/route.ts';
import { id } from '../../../adapters/http/route/fields.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import type { Json } from '../../support/http.ts';

describe('file responses and empty responses', () => {
  let edge: Edge;
  let fileName = '';

  const download = fileRoute({
    method: 'get',
    path: '/api/file',
    operationId: 'downloadFile',
    summary: 'A file',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    mediaTypes: ['application/pdf', 'image/png'],
    handle: async () => ({ content: Buffer.from([1, 2, 255]), fileName, mediaType: 'image/png' }),
  });
  const remove = route({
    method: 'delete',
    path: '/api/things/:id',
    operationId: 'removeThing',
    summary: 'Remove',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'public',
    params: Type.Object({ id: id() }),
    status: 204,
    handle: async () => undefined,
  });

  before(async () => {
    edge = await startEdge({ routes: [download, remove] });
  });
  after(() => edge.close());

  const nameFor = async (name: string) => {
    fileName = name;
    return (await edge.get('/api/file')).headers.get('content-disposition');
  };

  it('a file is sent byte for byte, with its media type and with headers that stop browsers from guessing the type', async () => {
    const { status, headers, bytes } = await edge.get('/api/file');
    expect([status, [...bytes]]).to.deep.equal([200, [1, 2, 255]]);
    expect(Object.fromEntries(headers)).to.include({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': 'sandbox',
      'content-length': '3',
    });
  });

  it('a file’s name is sent in the form that RFC 6266 prescribes', async () => {
    expect(await nameFor('insurance 2026.pdf')).to.equal('attachment; filename="insurance 2026.pdf"');
    expect(await nameFor('बीमा.pdf')).to.equal(
      `attachment; filename="____.pdf"; filename*=UTF-8''${encodeURIComponent('बीमा')}.pdf`,
    );
    expect(await nameFor(`a"b\\c%41'(1)*.pdf`)).to.equal(
      `attachment; filename="a_b_c_41'(1)*.pdf"; filename*=UTF-8''a%22b%5Cc%2541%27%281%29%2A.pdf`,
    );
    expect(await nameFor('a\r\nSet-Cookie: b=c\ud800.pdf')).to.equal(
      `attachment; filename="a__Set-Cookie: b=c_.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b%3Dc%EF%BF%BD.pdf`,
    );
  });

  it('a DELETE request answers 204 without a body, and 404 for an unknown id', async () => {
    const { status, headers, text } = await edge.delete('/api/things/7');
    expect([status, text, headers.get('content-type')]).to.deep.equal([204, '', null]);
    expect((await edge.delete('/api/things/x')).status).to.equal(404);
    expect((await edge.patch('/api/things/7')).headers.get('allow')).to.equal('DELETE');
    expect((await edge.delete('/api/things/7', '{')).json.code).to.equal('MALFORMED_BODY');
  });

  it('a file download and an empty answer are documented in OpenAPI', () => {
    const { paths } = openApi({ version: '1', baseUrl: 'http://localhost', routes: [download, remove] }) as Json;
    expect(Object.keys(paths['/api/file'].get.responses[200].content)).to.deep.equal(['application/pdf', 'image/png']);
    expect(paths['/api/things/{id}'].delete.responses[204]).not.to.have.property('content');
    expect(paths['/api/things/{id}'].delete.responses).to.include.keys('400', '404');
  });
});

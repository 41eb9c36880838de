import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT_LIMIT_BYTES } from '../../../core/fleet/documents.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { aBus, aTrip, verified } from '../../support/catalogue.ts';
import { type FormFile, A_DOCUMENT, A_FILE, bytes, documentForm, JPEG, PDF, PNG } from '../../support/documents.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

const NOBODY = 2_000_000_000;

describe('documents through HTTP', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  onEveryServer(
    'documents',
    (api) => {
      const { operator, admin, passenger, login, codeFor, verify: verifyCode } = portalsOn(api);
      let [token, adminToken] = ['', ''];
      let busId: BusId;
      let foreign: BusId;
      let sita: Awaited<ReturnType<typeof operator>>;

      /** An operator's access token. */
      const signedIn = async (who: { readonly email: string }): Promise<string> => {
        const { json } = await login(who);
        return (await verifyCode(json.ticket, codeFor(who.email))).json.access as string;
      };
      before(async () => {
        sita = await operator();
        token = await signedIn(sita);
        adminToken = (await login(await admin(), { portal: 'admin' })).json.access;
        foreign = await aBus(api().dependencies, { documents: [] });
      });
      beforeEach(async () => {
        busId = await aBus(api().dependencies, { operatorId: sita.operatorId, documents: [] });
      });

      type Fields = Readonly<Record<string, string>>;
      const send = (
        body: RequestInit['body'],
        { bus = busId, as = token, headers = {} }: { bus?: number; as?: string; headers?: Fields } = {},
      ) =>
        api().send(`/api/operator/buses/${bus}/documents`, {
          method: 'POST',
          body: body ?? null,
          headers: { Authorization: `Bearer ${as}`, ...headers },
        });
      const added = async (fields?: Fields, file?: FormFile): Promise<Json> =>
        (await send(documentForm(fields, file))).json;
      const list = (query = '', bus: number = busId) =>
        api().get(`/api/operator/buses/${bus}/documents${query}`, token);
      const review = (id: unknown, action: string, body?: unknown, headers: Fields = {}) =>
        api().post(`/api/admin/documents/${String(id)}/${action}`, body, adminToken, headers);
      const filesKept = () => readdir(join(dataDir, 'documents')).catch(() => []);

      it('a new vehicle document is stored with its file and waits for review', async () => {
        const { status, json } = await send(documentForm());
        expect(status).to.equal(201);
        expect(json).to.deep.equal({
          id: json.id,
          bus_id: busId,
          type: 'INSURANCE',
          number: 'NIC-2083',
          valid_from: '2026-04-14',
          valid_until: '2027-04-13',
          status: 'PENDING',
          rejection_reason: null,
          file_name: 'बिमा "2083".pdf',
          media_type: 'application/pdf',
          size_bytes: PDF.length,
          uploaded_at: '2026-11-20T04:15:00.000Z',
          reviewed_at: null,
        });
        expect((await list()).json).to.deep.equal({ results: [json], next_cursor: null });
      });

      it('a vehicle document may have any type, no expiry date, and a picture as its file', async () => {
        for (const [content, mediaType] of [
          [JPEG, 'image/jpeg'],
          [PNG, 'image/png'],
        ] as const) {
          const empty = { type: 'POLLUTION', number: 'x'.repeat(60), valid_from: '', valid_until: '' };
          const json = await added(empty, { content, name: '../../evil.html' });
          expect(json).to.include({ type: 'POLLUTION', valid_from: null, valid_until: null });
          expect(json).to.include({ media_type: mediaType, file_name: 'evil.html' });
        }
      });

      it('a vehicle document with a wrong field answers 400 and names the field, and its file is deleted', async () => {
        const before = await filesKept();
        const { type: _type, ...typeless } = A_DOCUMENT;
        const { number: _number, ...numberless } = A_DOCUMENT;
        const large = new Uint8Array(DOCUMENT_LIMIT_BYTES + 1);
        large.set(PDF);
        const wrong: readonly (readonly [field: string, form: FormData])[] = [
          ['type', documentForm(typeless)],
          ['type', documentForm({ ...A_DOCUMENT, type: 'PASSPORT' })],
          ['number', documentForm(numberless)],
          ['number', documentForm({ ...A_DOCUMENT, number: ' ' })],
          ['number', documentForm({ ...A_DOCUMENT, number: 'x'.repeat(61) })],
          ['valid_from', documentForm({ ...A_DOCUMENT, valid_from: '2026-02-30' })],
          ['valid_until', documentForm({ ...A_DOCUMENT, valid_until: 'tomorrow' })],
          ['valid_until', documentForm({ ...A_DOCUMENT, valid_until: '2026-04-13' })],
          ['valid_until', documentForm({ ...A_DOCUMENT, valid_until: '2083-12-30' })],
          ['file', documentForm(A_DOCUMENT, { content: new Uint8Array(), name: 'a.pdf' })],
          ['file', documentForm(A_DOCUMENT, { content: bytes('<html>%PDF-1.7'), name: 'a.pdf' })],
          ['file', documentForm(A_DOCUMENT, { content: bytes('GIF89a'), name: 'a.png' })],
          ['file', documentForm(A_DOCUMENT, { content: large, name: 'a.pdf' })],
          ['file', documentForm(A_DOCUMENT, A_FILE, 'document')],
        ];
        for (const [field, form] of [...wrong, ['file', documentForm(A_DOCUMENT, null)] as const]) {
          const refused = await send(form);
          expectProblem(refused, 400, 'VALIDATION');
          expect(refused.json.errors[0].field, refused.json.detail).to.equal(field);
        }
        expect(await filesKept()).to.deep.equal(before);
        expect((await list()).json.results).to.deep.equal([]);
      });

      it('a vehicle document’s file of 8 MiB is accepted, and its download has the same bytes', async () => {
        const content = Uint8Array.from({ length: DOCUMENT_LIMIT_BYTES }, (_, index) => index % 251);
        content.set(PDF);
        const { id, size_bytes: size } = await added(A_DOCUMENT, { content, name: 'large.pdf' });
        expect(size).to.equal(DOCUMENT_LIMIT_BYTES);
        const { bytes: sent } = await api().get(`/api/operator/documents/${id}/file`, token);
        expect(Buffer.from(sent).equals(Buffer.from(content))).to.equal(true);
      });

      it('a vehicle document is downloaded as an attachment by its company and by administrators', async () => {
        const { id } = await added(A_DOCUMENT, { content: PDF, name: 'बिमा.html' });
        for (const [path, as] of [
          ['operator', token],
          ['admin', adminToken],
        ] as const) {
          const { status, headers, bytes: sent } = await api().get(`/api/${path}/documents/${id}/file`, as);
          expect([status, Buffer.from(sent).equals(Buffer.from(PDF))]).to.deep.equal([200, true]);
          expect(headers.get('content-type')).to.equal('application/pdf');
          expect(headers.get('content-disposition')).to.match(
            new RegExp(`^attachment; filename=".*\\.pdf"; filename\\*=UTF-8''${encodeURIComponent('बिमा.html.pdf')}$`),
          );
          expect(headers.get('x-content-type-options')).to.equal('nosniff');
          expect(headers.get('cache-control')).to.match(/\bno-store\b/);
          expect(headers.get('content-security-policy')).to.equal('sandbox');
        }
      });

      it('vehicle documents are listed newest first, page by page', async () => {
        const made = [await added(), await added(), await added()].map(({ id }) => id as number).reverse();
        const first = (await list('?limit=2')).json;
        const second = (await list(`?limit=2&cursor=${encodeURIComponent(first.next_cursor as string)}`)).json;
        expect([...first.results, ...second.results].map(({ id }: Json) => id)).to.deep.equal(made);
        expect(second.next_cursor).to.equal(null);
      });

      it('a vehicle document or bus of another company answers 404 as if it did not exist', async () => {
        const { id } = await added();
        const stranger = await signedIn(await operator({ companyName: 'Red Sun' }));
        const answers = [
          await send(documentForm({}), { bus: foreign }),
          await send(documentForm({}), { bus: NOBODY }),
          await list('?limit=0', foreign),
          await list('', NOBODY),
        ];
        for (const answer of answers) expectProblem(answer, 404, 'BUS_UNKNOWN');
        expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
        for (const [document, as] of [
          [id, stranger],
          [NOBODY, token],
        ] as const)
          expectProblem(await api().get(`/api/operator/documents/${document}/file`, as), 404, 'DOCUMENT_UNKNOWN');
        for (const path of ['verify', 'reject']) expectProblem(await review(NOBODY, path, {}), 404, 'DOCUMENT_UNKNOWN');
        expectProblem(await api().get(`/api/admin/documents/${NOBODY}/file`, adminToken), 404, 'DOCUMENT_UNKNOWN');
      });

      it('a vehicle document that an import listed has no file, and its download answers 404', async () => {
        const bus = await aBus(api().dependencies, { operatorId: sita.operatorId, documents: [verified('FITNESS')] });
        const [listed] = (await list('', bus)).json.results;
        expect(listed).to.include({ number: null, file_name: null, media_type: null, size_bytes: null });
        for (const [path, as] of [
          ['operator', token],
          ['admin', adminToken],
        ] as const)
          expectProblem(await api().get(`/api/${path}/documents/${listed.id}/file`, as), 404, 'DOCUMENT_WITHOUT_FILE');
      });

      it('vehicle documents are refused to all but the company’s managers, and their reviews to all but administrators', async () => {
        const { id } = await added();
        const asha = await passenger();
        const { access } = (
          await api().post('/api/passenger/login', { identifier: asha.email, password: 'secret-123' })
        ).json;
        for (const [path, as] of [
          [`/api/operator/documents/${id}/file`, access],
          [`/api/operator/documents/${id}/file`, adminToken],
          [`/api/operator/buses/${busId}/documents`, access],
          [`/api/admin/documents/${id}/file`, token],
        ] as const) {
          expect((await api().get(path, as)).status, path).to.equal(403);
          expect((await api().get(path)).status, path).to.equal(401);
        }
        expect((await send(documentForm(), { as: access })).status).to.equal(403);
        expect((await api().post(`/api/admin/documents/${id}/verify`, {}, token)).status).to.equal(403);
      });

      it('a vehicle document is added only once under one Idempotency-Key', async () => {
        const headers = { 'Idempotency-Key': `add-${busId}` };
        const before = (await filesKept()).length;
        const [first, second] = [await send(documentForm(), { headers }), await send(documentForm(), { headers })];
        expect(second.json).to.deep.equal(first.json);
        expect(second.headers.get('idempotency-replayed')).to.equal('true');
        expect((await list()).json.results.length).to.equal(1);
        expect((await filesKept()).length).to.equal(before + 1);
        const other = await send(documentForm(A_DOCUMENT, { ...A_FILE, content: PNG }), { headers });
        expectProblem(other, 422, 'IDEMPOTENCY_KEY_REUSED');
      });

      it('a vehicle document puts its bus’s trips on sale when it is verified, and takes them off sale when rejected', async () => {
        // The trip departs on 22 November.
        const trip = await aTrip(api().dependencies, { busId });
        const isOnSale = async () => (await api().get(`/api/trips/${trip.id}`)).status === 200;
        const ids: unknown[] = [];
        for (const type of ['REGISTRATION', 'ROUTE_PERMIT', 'FITNESS', 'INSURANCE']) {
          const { id } = await added({ type, number: '1', valid_until: '2026-11-21' });
          ids.push(id);
          expect(
            (await review(id, 'verify', type === 'INSURANCE' ? undefined : { valid_until: '2026-11-22' })).status,
          ).to.equal(200);
        }
        expect(await isOnSale()).to.equal(false);
        const { id } = await added({ type: 'INSURANCE', number: '2' });
        const reviewed = await review(
          id,
          'verify',
          { valid_until: '2026-11-22' },
          { 'Idempotency-Key': `verify-${id}` },
        );
        expect(reviewed.json).to.include({ id, status: 'VERIFIED', valid_until: '2026-11-22' });
        expect(reviewed.json.reviewed_at).to.equal('2026-11-20T04:15:00.000Z');
        expect(await isOnSale()).to.equal(true);
        const again = await review(id, 'verify', { valid_until: '2026-11-22' }, { 'Idempotency-Key': `verify-${id}` });
        expect(again.json).to.deep.equal(reviewed.json);

        const rejected = await review(id, 'reject', { reason: ' Not readable. ' });
        expect(rejected.json).to.include({ status: 'REJECTED', rejection_reason: 'Not readable.' });
        expect(await isOnSale()).to.equal(false);
        for (const [action, body] of [
          ['verify', {}],
          ['reject', { reason: 'x'.repeat(500) }],
        ] as const)
          expectProblem(await review(id, action, body), 409, 'DOCUMENT_REVIEWED');
        await api().useCases.sendMails();
        const mail = api()
          .mailer.sent.filter(({ to, kind }) => to === sita.email && kind === 'document-reviewed')
          .at(-1);
        expect(mail).to.include({ isVerified: false, reason: 'Not readable.', documentName: 'insurance' });
      });

      it('a review of a vehicle document with a wrong field answers 400 and names the field', async () => {
        const { id } = await added();
        for (const [action, body, field] of [
          ['verify', { valid_until: '2026-02-30' }, 'valid_until'],
          ['verify', { valid_until: '2026-04-13' }, 'valid_until'],
          ['reject', {}, 'reason'],
          ['reject', { reason: ' ' }, 'reason'],
          ['reject', { reason: 'x'.repeat(501) }, 'reason'],
        ] as const) {
          const refused = await review(id, action, body);
          expectProblem(refused, 400, 'VALIDATION');
          expect(refused.json.errors[0].field).to.equal(field);
        }
      });

      it('changes of a vehicle document are in the activity log', async () => {
        const { id } = await added();
        await review(id, 'verify', { valid_until: null });
        const { results } = (await api().get(`/api/operator/activity-log?subject=document:${id}`, token)).json;
        expect(results.map(({ kind, actor }: Json) => [kind, actor.name])).to.deep.equal([
          ['DOCUMENT_VERIFIED', 'Administration'],
          ['DOCUMENT_ADDED', sita.fullName],
        ]);
        expect(results[0].changes).to.deep.equal({
          status: { old: 'PENDING', new: 'VERIFIED' },
          valid_until: { old: '2027-04-13', new: null },
        });
      });
    },
    () => ({ environment: { DATA_DIR: dataDir, OTP_RESEND_SECONDS: '0', OTP_MAX_PER_HOUR: '0' } }),
  );
});

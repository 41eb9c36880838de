import { expect } from 'chai';
import type { Answer } from './http.ts';

/** Checks the headers, status, code and JSON fields of a refusal. */
export function expectProblem({ status, headers, json }: Answer, expected: number, code: string): void {
  expect([status, (json as { code?: string } | undefined)?.code]).to.deep.equal([expected, code]);
  expect(headers.get('content-type')).to.equal('application/problem+json');
  expect(headers.get('x-request-id')).to.match(/^[\w-]{36}$/);
  expect(headers.get('www-authenticate')).to.equal(expected === 401 ? 'Bearer' : null);
  expect(json).to.include({ type: 'about:blank', status: expected });
  expect(json.title).to.be.a('string').and.not.empty;
  expect(json.detail).to.be.a('string').and.not.empty;
}

/** The status of a refusal, and its code. */
export const problemOf = ({ status, json }: Answer): readonly [number, string | undefined] => [
  status,
  (json as { code?: string } | undefined)?.code,
];

import { expect } from 'chai';
import { afterAnswers } from '../../app/after-answers.ts';

describe('work after an answer', () => {
  const given = () => {
    const failures: unknown[] = [];
    return { failures, ...afterAnswers({ error: (told: { err: unknown }) => failures.push(told.err) }) };
  };

  it('begins after whoever asked for it went on, and is waited for at the end', async () => {
    const { later, done, failures } = given();
    const marks: string[] = [];
    later(async () => {
      marks.push('begun');
      later(async () => { marks.push('one thing led to another'); });
    });
    marks.push('answered');
    await done();
    expect(marks).to.deep.equal(['answered', 'begun', 'one thing led to another']);
    expect(failures).to.deep.equal([]);
  });

  it('is logged when it fails, and harms nobody', async () => {
    const { later, done, failures } = given();
    later(() => Promise.reject(new Error('no mail server')));
    later(() => { throw new Error('not even begun'); });
    await done();
    expect(failures.map((error) => (error as Error).message)).to.deep.equal(['no mail server', 'not even begun']);
  });
});

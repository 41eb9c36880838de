import { expect } from 'chai';
import { backgroundTasks } from '../../app/background-tasks.ts';

describe('background tasks', () => {
  const given = () => {
    const failures: unknown[] = [];
    return { failures, ...backgroundTasks({ error: (logged: { err: unknown }) => failures.push(logged.err) }) };
  };

  it('a background task starts after its caller has continued, and the service waits for the task before stopping', async () => {
    const { runInBackground, done, failures } = given();
    const marks: string[] = [];
    runInBackground(async () => {
      marks.push('begun');
      runInBackground(async () => {
        marks.push('one thing led to another');
      });
    });
    marks.push('answered');
    await done();
    expect(marks).to.deep.equal(['answered', 'begun', 'one thing led to another']);
    expect(failures).to.deep.equal([]);
  });

  it('a background task that fails is logged, and the service continues', async () => {
    const { runInBackground, done, failures } = given();
    runInBackground(() => Promise.reject(new Error('no mail server')));
    runInBackground(() => {
      throw new Error('not even begun');
    });
    await done();
    expect(failures.map((error) => (error as Error).message)).to.deep.equal(['no mail server', 'not even begun']);
  });
});

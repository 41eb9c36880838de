export type EngineName = 'SQLite' | 'Postgres';

/**
 * The databases of a suite, by TEST_ENGINES. With `all`, `sqlite` or `postgres` every suite runs on those. Without it,
 * suites whose promise a dialect of SQL can break run on both, and suites about rules on SQLite alone.
 */
export function enginesOf(suite: 'of SQL' | 'of rules'): readonly EngineName[] {
  switch (process.env['TEST_ENGINES'] ?? '') {
    case 'all':
      return ['SQLite', 'Postgres'];
    case 'sqlite':
      return ['SQLite'];
    case 'postgres':
      return ['Postgres'];
    case '':
      return suite === 'of SQL' ? ['SQLite', 'Postgres'] : ['SQLite'];
    default:
      throw new Error('TEST_ENGINES is all, sqlite or postgres, or is not set.');
  }
}

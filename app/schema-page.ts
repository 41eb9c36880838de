import { connectDatabase } from '../adapters/knex/engine/database.ts';
import { migrate } from '../adapters/knex/schema/migrate.ts';
import { AREA_SCHEMAS, LATER_SCHEMAS, STEPS } from '../adapters/knex/schema/steps.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

interface Reference {
  readonly from: string;
  readonly table: string;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
}

const HEAD = `# The schema

Every table, an area a diagram, drawn from an empty database by \`npm run docs\`. What a column means, its checks and its
indexes stand in \`adapters/knex/schema/\`, an area a file. Moments are UTC milliseconds, \`_paisa\` is whole paisa, \`_bp\`
is basis points. A trip is a row of \`schedules\`.
`;

/** The text of docs/schema.md. */
export async function schemaPage(): Promise<string> {
  const database = connectDatabase('sqlite::memory:', { unhurried: true });
  try {
    await migrate(database.knex);
    const pragma = <Row>(name: string, table: string): Promise<readonly Row[]> =>
      database.knex.raw<readonly Row[]>(`pragma ${name}(${table})`);
    const sections: string[] = [];
    for (const [step, { about, tables: names }] of Object.entries({ ...AREA_SCHEMAS, ...LATER_SCHEMAS })) {
      const tables: Table[] = [];
      const added = Object.values(STEPS).flatMap(({ adds }) => (adds?.area === step ? adds.tables : []));
      for (const name of [...names, ...added])
        tables.push({
          name,
          columns: await pragma<Column>('table_info', name),
          references: await pragma<Reference>('foreign_key_list', name),
        });
      sections.push(sectionOf(step.replace(/^\d+-/, ''), about, tables));
    }
    return `${HEAD}\n${sections.join('\n')}`;
  } finally {
    await database.close();
  }
}

const sectionOf = (area: string, about: string, tables: readonly Table[]): string => `## ${area}

${about}

\`\`\`mermaid
erDiagram
${tables.flatMap(entityOf).join('\n')}
${tables.flatMap(relationsOf).join('\n')}
\`\`\`
`;

const entityOf = ({ name, columns, references }: Table): readonly string[] => [
  `  ${name} {`,
  ...columns.map(({ name: column, type, pk }) => {
    const keys = [...(pk > 0 ? ['PK'] : []), ...(references.some(({ from }) => from === column) ? ['FK'] : [])];
    return `    ${[type.toLowerCase(), column, keys.join(', ')].join(' ').trimEnd()}`;
  }),
  '  }',
];

const relationsOf = ({ name, references }: Table): readonly string[] =>
  references.map(({ from, table }) => `  ${table} ||--o{ ${name} : ${from}`).toSorted();

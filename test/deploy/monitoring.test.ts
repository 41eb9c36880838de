import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { openMetrics } from '../../adapters/metrics/metrics.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly targets: readonly { readonly expr: string }[];
}

const rules = (
  parse(read('deploy/prometheus/alerts.yml')) as { groups: readonly { rules: readonly Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: readonly Panel[] };

/** Names of metrics in an expression: words with an underscore, except functions, labels and quoted text. */
const namesIn = (expression: string): readonly string[] =>
  [
    ...expression
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, '')
      .matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g),
  ].map(([name]) => name);

describe('alerts and dashboards', () => {
  let served: ReadonlySet<string>;
  let own: readonly string[];

  before(async () => {
    const idle = () => ({ running: 0, waiting: 0 });
    const metrics = openMetrics();
    metrics.watch({
      outbox: async () => ({ count: 0, oldestSeconds: 0 }),
      refunds: async () => ({ due: 0, overdue: 0 }),
      unpaidRefunds: async () => [{ gateway: 'KHALTI', due: 0, unclear: 0 }],
      balances: async () => ({ accounts: { BANK: 12.5 }, gateways: { ESEWA: 12.5 } }),
      brokerIsThere: () => true,
      commitAge: () => 0,
      clockOffset: () => 0,
      freeBytes: async () => 0,
      passwords: idle,
      database: idle,
    });
    const types = [...(await metrics.print()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    }));
    served = new Set(
      types.flatMap(({ name, type }) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    own = types.map(({ name }) => name).filter((name) => !/^(process|nodejs)_/.test(name));
  });

  it('alerts and dashboards query metrics that exist', () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions).to.have.length.above(25);
    for (const expression of expressions)
      for (const name of namesIn(expression)) expect([...served], expression).to.include(name);
  });

  it('the dashboard shows payments, due refunds and unclear refunds of each gateway', () => {
    const byGateway = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => (/\bby \(gateway\b/.test(expr) ? namesIn(expr) : [])),
    );
    expect(byGateway).to.have.members(['gateway_payments_total', 'gateway_refunds_due', 'gateway_refunds_unclear']);
  });

  it('docs/running.md describes every metric of the service', () => {
    const page = read('docs/running.md');
    expect(own).to.have.length.above(8);
    for (const name of own) expect(page).to.include(`\`${name}\``);
  });

  it('each panel of the dashboards has a description', () => {
    for (const { title, description } of panels) expect(description, title).to.match(/^[A-Z0-9].+\.$/);
  });

  it('each alert has a severity, an explanation and a unique name', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(labels['severity'], alert).to.be.oneOf(['critical', 'warning']);
      expect(annotations['summary'], alert).to.match(/^[A-Z{].+\.$/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
  });
});

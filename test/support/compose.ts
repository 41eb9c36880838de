import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

/* Checks files for Docker Compose by the Compose specification, without a container engine. */

export interface ComposeService {
  readonly image?: string;
  readonly build?: string | { readonly context: string; readonly target: string };
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly tmpfs?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** Reads a file of strict YAML, and resolves its anchors and aliases. */
export function readCompose(file: string): ComposeFile {
  const document = parseDocument(readFileSync(file, 'utf8'), { merge: true, uniqueKeys: true, strict: true });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) throw fault;
  return document.toJS() as ComposeFile;
}

/** Interpolates `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?what is missing}`. Any other `$` is a fault. */
export function interpolated(text: string, environment: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(
    /\$(?:(\$)|\{([A-Z_]+)(?:(:[-?])([^}]*))?\}|)/g,
    (whole, dollar?: string, name?: string, kind?: string, rest?: string) => {
      if (dollar !== undefined) return '$';
      if (name === undefined) throw new Error(`${whole} in ${text} is no interpolation.`);
      const value = environment[name] ?? '';
      if (value !== '') return value;
      if (kind === ':-') return rest ?? '';
      throw new Error(`${name} is not set: ${rest ?? 'and has no default'}`);
    },
  );
}

const TOP_LEVEL = /^(name|services|networks|volumes|configs|secrets|x-.+)$/;
const OF_A_SERVICE: Readonly<Record<string, (value: unknown) => boolean>> = {
  build: (value) =>
    isText(value) ||
    (isTextMap(value) &&
      Object.keys(value as object)
        .sort()
        .join() === 'context,target'),
  image: isText,
  command: isTexts,
  environment: isTextMap,
  volumes: isTexts,
  depends_on: (value) =>
    isTexts(value) ||
    Object.values(value as object).every(({ condition }: { condition?: unknown }) =>
      ['service_started', 'service_healthy', 'service_completed_successfully'].includes(String(condition)),
    ),
  ports: (value) =>
    isTexts(value) &&
    value.every((port) => /^(?:\$\{\w+:-[\d.:]+\}|(?:[\d.]+:)?\d+):\d+(?:\/(?:tcp|udp))?$/.test(port)),
  restart: (value) => /^(no|always|unless-stopped|on-failure(:\d+)?)$/.test(String(value)),
  stop_grace_period: isDuration,
  read_only: (value) => typeof value === 'boolean',
  cap_drop: isTexts,
  cap_add: isTexts,
  security_opt: isTexts,
  mem_limit: isSize,
  shm_size: isSize,
  pids_limit: Number.isSafeInteger,
  tmpfs: (value) => isTexts(value) && value.every((path) => path.startsWith('/')),
  healthcheck: (value) =>
    Object.entries(value as object).every(([key, setting]: [string, unknown]) =>
      key === 'test'
        ? isTexts(setting) && ['CMD', 'CMD-SHELL', 'NONE'].includes(setting[0] ?? '')
        : key === 'retries'
          ? Number.isSafeInteger(setting)
          : ['interval', 'timeout', 'start_period', 'start_interval'].includes(key) && isDuration(setting),
    ),
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
function isTextMap(value: unknown): boolean {
  return typeof value === 'object' && Object.values(value as object).every(isText);
}
function isSize(value: unknown): boolean {
  return /^\d+[kmg]$/.test(String(value));
}
function isDuration(value: unknown): boolean {
  return /^(\d+(us|ms|s|m|h))+$/.test(String(value));
}

/** Lists every fault in a file's shape. An unknown setting is a fault: add the setting here, with its rule. */
export function faultsOf({ services, volumes, ...rest }: ComposeFile): readonly string[] {
  const faults = Object.keys(rest)
    .filter((key) => !TOP_LEVEL.test(key))
    .map((key) => `${key} is no part of a Compose file`);
  for (const [name, service] of Object.entries(services)) {
    for (const [key, value] of Object.entries(service) as [string, unknown][]) {
      if (!Object.hasOwn(OF_A_SERVICE, key)) faults.push(`${name}.${key} is not known`);
      else if (!OF_A_SERVICE[key]!(value)) faults.push(`${name}.${key} is malformed`);
    }
    if (service.image === undefined && service.build === undefined) faults.push(`${name} has neither image nor build`);
    faults.push(...dependencyFaults(name, service, services));
    for (const volume of service.volumes ?? []) {
      const [source = '', target = '', mode = 'rw'] = volume.split(':');
      if (!target.startsWith('/') || !['ro', 'rw'].includes(mode)) faults.push(`${name}: ${volume} is no mount`);
      if (!/^[./]/.test(source) && !Object.hasOwn(volumes, source))
        faults.push(`${name}: there is no volume ${source}`);
    }
  }
  return faults;
}

function dependencyFaults(
  name: string,
  { depends_on: needed = [] }: ComposeService,
  services: ComposeFile['services'],
): readonly string[] {
  const conditions = isTexts(needed)
    ? needed.map((other) => [other, 'service_started'] as const)
    : Object.entries(needed).map(([other, { condition }]) => [other, condition] as const);
  return conditions.flatMap(([other, condition]) => {
    if (!services[other]) return [`${name} depends on ${other}, which is not there`];
    return condition === 'service_healthy' && !services[other].healthcheck
      ? [`${name} waits for the health of ${other}, which has no check`]
      : [];
  });
}

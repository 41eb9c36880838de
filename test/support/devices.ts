import { sha256Digests } from '../../adapters/crypto/keys.ts';
import { type Device, deviceTokenOf, enrolUntil } from '../../core/boarding/device.ts';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator } from './people.ts';

interface Traits {
  /** The company that owns the phone; a new company by default. */
  readonly operatorId?: OperatorId;
  readonly name?: string;
  readonly addedBy?: UserId;
}

export interface EnrolledPhone extends Device {
  readonly token: string;
}

let phones = 0;

/** An enrolled phone, and its token. */
export async function aDevice(
  engine: Pick<Engine, 'transact'>,
  { operatorId, name = 'Gate', addedBy }: Traits = {},
): Promise<EnrolledPhone> {
  phones += 1;
  const company = operatorId ?? (await anOperator(engine)).operatorId;
  const [enrolDigest, token] = [`enrol ${phones}`, deviceTokenOf(String(phones))];
  const device = await engine.transact(async ({ crewDevices }) => {
    await crewDevices.add({
      operatorId: company,
      name,
      createdAt: START,
      addedBy: addedBy ?? null,
      enrolDigest,
      enrolUntil: enrolUntil(START),
    });
    return crewDevices.enrol({ enrolDigest, tokenDigest: sha256Digests.of(token), model: null }, START);
  });
  if (!device) throw new Error('The phone could not be enrolled.');
  return { ...device, token };
}

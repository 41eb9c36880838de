import type { Enrolled } from '../../../core/boarding/enrol-device.ts';
import type { DeviceId } from '../../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import type { Stage } from './stage.ts';
import { FIRST_TRIPS } from './week.ts';

/** Adds the phone on the buses, and a phone that was lost and revoked. */
export function phones(stage: Stage): void {
  const { agenda, week, cast, service } = stage;
  const added = week.at(FIRST_TRIPS - 1, '10:00');
  enrolled(stage, { at: added, name: 'Phone of the Pokhara bus', model: 'Samsung Galaxy A15' }, ({ token }) => {
    cast.phone = token;
  });
  let lost: DeviceId | undefined;
  enrolled(stage, { at: minutesAfter(added, 20), name: 'Gopal’s old phone', model: 'Redmi 9A' }, ({ device }) => {
    lost = device.id;
  });
  agenda.at(week.at(-5, '18:05'), async () => {
    if (lost !== undefined) await service.useCases.revokeDevice(cast.manager, lost);
  });
}

interface Phone {
  readonly at: Instant;
  readonly name: string;
  readonly model: string;
}

function enrolled(
  { agenda, cast, service: { useCases } }: Stage,
  { at, name, model }: Phone,
  then: (enrolled: Enrolled) => void,
) {
  let token = '';
  agenda.at(at, async () => {
    ({ enrolToken: token } = await useCases.addDevice(cast.manager, name));
  });
  agenda.at(minutesAfter(at, 2), async () => {
    then(await useCases.enrolDevice(token, model));
  });
}

import { keyOfRegistration } from '../../../core/fleet/registration.ts';
import { type RequiredType, REQUIRED_DOCUMENTS } from '../../../core/fleet/documents.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { onePagePdf } from '../pdf.ts';
import type { Stage } from './stage.ts';

/** The bus whose insurance soon expires: see ../papers.ts. */
const RENEWED = 'BA 3 KHA 1003';
const NEW = { name: 'Himchuli Electric', registrationNo: 'BA 3 KHA 2081', type: 'ELECTRIC', template: '2x2-40' };

/** Adds a new bus with its documents, and a new insurance for another bus. All of them wait for an administrator. */
export function fleet(stage: Stage): void {
  const { agenda, week, cast, service } = stage;
  agenda.at(week.at(-2, '13:10'), async () => {
    const { id } = await service.useCases.addBus(cast.manager, NEW);
    for (const type of REQUIRED_DOCUMENTS) await upload(stage, { id, registrationNo: NEW.registrationNo }, type);
  });
  agenda.at(week.at(-1, '10:05'), async () => {
    const buses = await service.transact((stores) => stores.buses.known());
    const bus = buses.find(({ registrationKey }) => registrationKey === keyOfRegistration(RENEWED));
    if (bus) await upload(stage, { id: bus.id, registrationNo: RENEWED }, 'INSURANCE');
  });
}

const TITLES: Readonly<Record<RequiredType, string>> = {
  REGISTRATION: 'Bluebook',
  ROUTE_PERMIT: 'Route permit',
  INSURANCE: 'Insurance policy',
  FITNESS: 'Certificate of fitness',
};

interface Bus {
  readonly id: BusId;
  readonly registrationNo: string;
}

async function upload({ service, cast, week }: Stage, { id, registrationNo }: Bus, type: RequiredType): Promise<void> {
  const [validFrom, validUntil] = [week.day(-3), week.day(361)];
  const number = `${type.slice(0, 3)}-${registrationNo.replaceAll(' ', '')}`;
  const content = onePagePdf(`${TITLES[type]} (sample)`, [
    `Number ${number}`,
    `Vehicle ${registrationNo}, Himchuli Yatayat`,
    `Valid from ${validFrom} until ${validUntil}`,
  ]);
  const file = { content, fileName: `${TITLES[type].toLowerCase().replaceAll(' ', '-')}.pdf` };
  await service.useCases.addDocument(cast.manager, id, { type, number, validFrom, validUntil, file });
}

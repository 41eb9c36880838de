import type { Position } from '../accounts/membership.ts';
import type { ViewCompany } from '../companies/view-company.ts';
import type { Member } from '../companies/member.ts';
import type { ShiftId } from '../kernel/ids.ts';
import { difference, expectedCash } from './shift.ts';
import type { ReportShift } from './view-shifts.ts';
import type { CounterWorld } from './world.ts';

export type PrintShift = ReturnType<typeof printShift>;

/** Prints the slip of a shift. A MANAGER may print any shift of the company, others only their own. */
export const printShift =
  ({
    calendar,
    reportShift,
    viewCompany,
    shiftPrinter,
  }: CounterWorld & { readonly reportShift: ReportShift; readonly viewCompany: ViewCompany }) =>
  async (
    member: Member,
    position: Position,
    id: ShiftId,
  ): Promise<{ readonly fileName: string; readonly content: Uint8Array }> => {
    const { shift, takings } = await reportShift(member, position, id);
    const { companyName } = await viewCompany(member.operatorId);
    const content = await shiftPrinter.print({
      number: id,
      companyName,
      staffName: shift.staffName,
      openedAt: calendar.text(shift.openedAt),
      closedAt: shift.closedAt === null ? null : calendar.text(shift.closedAt),
      openingCash: shift.openingCash,
      sums: takings && { ...takings, paidBack: shift.refunds, expected: expectedCash(shift) },
      counted: shift.countedCash,
      difference: difference(shift),
      note: shift.note,
    });
    return { fileName: `shift-${id}.pdf`, content };
  };

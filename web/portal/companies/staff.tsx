import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Empty } from '../../parts/empty.tsx';
import { useSending } from '../../parts/form.tsx';
import { digits } from '../../words/digits.ts';
import { dayOf, gregorian } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { sentenceFor } from '../../parts/problem-text.ts';
import { toast } from '../../parts/toast.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { Question } from '../parts/question.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type Position, may } from '../session.ts';
import { w } from '../words.ts';
import { Invite } from './invite.tsx';
import { COMPANY_STAFF, type StaffCalls } from './staff-calls.ts';

type Member = Schemas['ListedStaffMember'];

/** The page of the company's staff. */
export const StaffPage = () => <Staff of={COMPANY_STAFF} />;

/** The staff of a company or of an agent. Owners invite and remove members and change their positions. */
export function Staff({ of: staff }: { readonly of: StaffCalls }) {
  const paging = usePaged({}, staff.list);
  const leaving = useSignal<Member | undefined>(undefined);
  const words = w.value.staff;
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <Paged of={paging} empty={<Empty title={words.none} />}>
        {(rows) => (
          <div class="card">
            <Table
              label={words.title}
              columns={columns(staff, paging.again, (member) => (leaving.value = member))}
              rows={rows}
              keyOf={({ id }) => id}
            />
          </div>
        )}
      </Paged>
      {may('OWNER') ? <Invite to={staff} onInvited={paging.again} /> : <p class="faint">{words.onlyOwners}</p>}
      {leaving.value && (
        <Leaving
          key={leaving.value.id}
          member={leaving.value}
          remove={staff.remove}
          onGone={paging.again}
          onClose={() => (leaving.value = undefined)}
        />
      )}
    </>
  );
}

const isInvited = ({ status }: Member): boolean => status === 'INVITED';

function columns(
  staff: StaffCalls,
  again: () => Promise<void>,
  onLeave: (member: Member) => void,
): readonly Column<Member>[] {
  const words = w.value.staff;
  const all: readonly Column<Member>[] = [
    { title: words.name, cell: ({ full_name }) => <strong>{full_name}</strong> },
    {
      title: words.reach,
      cell: ({ email, phone }) => (
        <span>
          {email}
          {phone !== null && <span class="block faint">{phone}</span>}
        </span>
      ),
    },
    {
      title: words.position,
      cell: (member) =>
        may('OWNER') ? (
          <PositionChoice of={staff} member={member} onChange={again} />
        ) : (
          words.positions[member.position]
        ),
    },
    {
      title: words.state,
      cell: (member) => {
        const { invited_at: invited, joined_at: joined } = member;
        if (isInvited(member))
          return <span class="badge wait">{words.invitedOn(invited === null ? '' : gregorian(dayOf(invited)))}</span>;
        return joined === null ? null : words.since(gregorian(dayOf(joined), { withYear: true }));
      },
    },
  ];
  if (!may('OWNER')) return all;
  const leave: Column<Member> = {
    title: words.remove,
    isAction: true,
    cell: (member) => (
      <button
        type="button"
        class="link"
        aria-label={(isInvited(member) ? words.withdrawOf : words.removeOf)(member.full_name)}
        onClick={() => onLeave(member)}
      >
        {isInvited(member) ? words.withdraw : words.remove}
      </button>
    ),
  };
  return [...all, leave];
}

/**
 * The select field for a member's position. Changes the position without a confirmation, because the user can easily
 * change it back.
 */
function PositionChoice({
  of: { positions, change },
  member,
  onChange,
}: {
  readonly of: StaffCalls;
  readonly member: Member;
  readonly onChange: () => Promise<void>;
}) {
  const sending = useSending();
  const words = w.value.staff;
  const give = async (position: Position): Promise<void> => {
    try {
      await change(member.id, position);
      toast(
        words.changed(member.full_name, words.positions[position]),
        position === member.position ? undefined : { label: words.undo, run: () => void give(member.position) },
      );
    } catch (error) {
      toast(sentenceFor(error));
    }
    await onChange();
  };
  return (
    <select
      aria-label={words.positionOf(member.full_name)}
      value={member.position}
      aria-busy={sending.isBusy.value}
      onChange={({ currentTarget }) => void sending.send(() => give(currentTarget.value as Position))}
    >
      {positions.map((position) => (
        <option key={position} value={position}>
          {words.positions[position]}
        </option>
      ))}
    </select>
  );
}

function Leaving({
  member,
  remove,
  onGone,
  onClose,
}: {
  readonly member: Member;
  readonly remove: StaffCalls['remove'];
  readonly onGone: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value.staff;
  const name = member.full_name;
  const invited = isInvited(member);
  const revokes = useSignal(true);
  const count = member.devices;
  return (
    <Question
      title={invited ? words.withdrawTitle(name) : words.removeTitle(name)}
      yes={invited ? words.withdraw : words.remove}
      no={words.keep}
      onNo={onClose}
      onYes={async () => {
        await remove(member.id, { revokesDevices: count > 0 && revokes.peek() });
        onClose();
        toast(invited ? words.withdrawn(name) : words.removed(name));
        await onGone();
      }}
    >
      <p>{invited ? words.withdrawText : words.removeText}</p>
      {count > 0 && (
        <>
          <p>{words.devicesText(digits(count))}</p>
          <label class="choice">
            <input
              type="checkbox"
              checked={revokes.value}
              onChange={({ currentTarget }) => (revokes.value = currentTarget.checked)}
            />
            <span>{words.revokeDevices(digits(count))}</span>
          </label>
        </>
      )}
    </Question>
  );
}

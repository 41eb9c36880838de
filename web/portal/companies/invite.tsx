import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import type { Position } from '../session.ts';
import { w } from '../words.ts';
import type { StaffCalls } from './staff-calls.ts';

const NOBODY = { full_name: '', email: '', phone: '' };

/** The form that mails an invitation to join the staff. */
export function Invite({ to: staff, onInvited }: { readonly to: StaffCalls; readonly onInvited: () => Promise<void> }) {
  const sending = useSending();
  const form = useForm<typeof NOBODY & { readonly position: Position }>({ ...NOBODY, position: 'CLERK' });
  const kept = useKeptFields('invitation', 'new', { typed: form.typed });
  const words = w.value.staff;
  const field = (name: keyof typeof form.typed.value) => form.field(name, sending.errorOf);

  const invite = async (): Promise<void> => {
    const { phone, ...rest } = form.typed.value;
    const body = { ...rest, ...(phone.trim() !== '' && { phone }) };
    const { email } = await staff.invite(body);
    form.change(NOBODY);
    kept.saved();
    toast(words.invited(email));
    await onInvited();
  };

  return (
    <section class="card" aria-labelledby="invite">
      <h2 id="invite">{words.inviteTitle}</h2>
      <p class="faint">{words.inviteText}</p>
      <Form sending={sending} label={words.inviteTitle} onSend={invite}>
        <div class="filters">
          <Field label={words.fullName} maxLength={150} autoComplete="off" {...field('full_name')} />
          <Field label={words.email} type="email" autoComplete="off" {...field('email')} />
          <Field
            label={words.phone}
            type="tel"
            required={false}
            autoComplete="off"
            hint={words.phoneHint}
            {...field('phone')}
          />
          <Select label={words.position} hint={staff.duties()[form.typed.value.position]} {...field('position')}>
            {staff.positions.map((one) => (
              <option key={one} value={one}>
                {words.positions[one]}
              </option>
            ))}
          </Select>
        </div>
        <SendButton sending={sending}>{words.invite}</SendButton>
      </Form>
    </section>
  );
}

import { Field } from '../../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../../parts/form.tsx';
import { Link } from '../../../parts/link.tsx';
import { PageTitle } from '../../../parts/page.tsx';
import { PasswordField } from '../../../parts/password-field.tsx';
import { useForm } from '../../../parts/use-form.ts';
import { api } from '../../session.ts';
import { w } from '../../words.ts';
import { deviceId } from './brought.ts';
import { type Outcome, trustsBrowser } from './sign-in.ts';
import { passwordRules } from './password-rules.ts';

/** Registers a company and its owner. A code sent by e-mail proves that the address is the owner's. */
export function Register({ goOn }: { readonly goOn: (outcome: Outcome) => void }) {
  const sending = useSending();
  const form = useForm({ company_name: '', full_name: '', email: '', phone: '', password: '' });
  const words = w.value.entrance;
  const field = (name: keyof typeof form.typed.value) => ({ name, ...form.field(name, sending.errorOf) });

  const register = async (): Promise<void> => {
    const { phone, ...rest } = form.typed.value;
    goOn(
      await api.post('/api/auth/register', {
        body: {
          ...rest,
          ...(phone.trim() !== '' && { phone }),
          ...(trustsBrowser() && { device_id: deviceId() }),
        },
      }),
    );
  };

  return (
    <div class="entrance">
      <PageTitle small={words.registerText}>{words.registerTitle}</PageTitle>
      <div class="card">
        <Form sending={sending} onSend={register}>
          <Field label={words.companyName} autoComplete="organization" maxLength={150} {...field('company_name')} />
          <Field label={words.fullName} autoComplete="name" maxLength={150} {...field('full_name')} />
          <Field label={words.email} type="email" autoComplete="username" {...field('email')} />
          <Field
            label={words.phone}
            type="tel"
            required={false}
            autoComplete="tel"
            hint={words.phoneHint}
            {...field('phone')}
          />
          <PasswordField isNew label={words.password} rules={passwordRules()} {...field('password')} />
          <SendButton sending={sending} class="main wide">
            {words.register}
          </SendButton>
        </Form>
      </div>
      <p class="form-end">
        {words.haveAccount} <Link page="/portal">{words.signIn}</Link>
      </p>
    </div>
  );
}

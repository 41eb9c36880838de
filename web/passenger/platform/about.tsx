import { settings } from '../../api/settings.ts';
import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { PhoneLink } from '../../parts/phone-link.tsx';
import './about.css';
import { w } from './about-words.ts';

const Sections = ({ of: sections }: { readonly of: readonly (readonly string[])[] }) => (
  <>
    {sections.map(([title, text]) => (
      <section key={title} class="about">
        <h2>{title}</h2>
        <p>{text}</p>
      </section>
    ))}
  </>
);

export function Help() {
  const words = w.value.help;
  return (
    <div class="narrow">
      <PageTitle>{words.title}</PageTitle>
      <Sections of={words.sections} />
      <p class="row">
        <Link page="/find-booking" class="button">
          {words.findBooking}
        </Link>
        <Link page="/contact">{words.askUs}</Link>
      </p>
    </div>
  );
}

export function Contact() {
  const words = w.value.contact;
  const contact = settings.support_contact;
  return (
    <div class="narrow">
      <PageTitle>{words.title}</PageTitle>
      {contact === null ? (
        <p>{words.none}</p>
      ) : (
        <>
          <p>
            {words.reach}{' '}
            <strong>
              {contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : <PhoneLink number={contact} />}
            </strong>
          </p>
          <p>{words.code}</p>
          <p>{words.company}</p>
        </>
      )}
    </div>
  );
}

export const Terms = () => (
  <div class="narrow">
    <PageTitle>{w.value.terms.title}</PageTitle>
    <Sections of={w.value.terms.sections} />
  </div>
);

export function ForCompanies() {
  const words = w.value.companies;
  return (
    <div class="narrow">
      <PageTitle small={words.lead}>{words.title}</PageTitle>
      <ul>
        {words.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p class="row">
        <Link page="/portal/register" whole class="button main">
          {words.register}
        </Link>
        <Link page="/portal" whole>
          {words.signIn}
        </Link>
      </p>
    </div>
  );
}

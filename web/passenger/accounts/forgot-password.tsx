import { AskForLink } from './ask-for-link.tsx';

/** Asks for a link to a new password. */
export const ForgotPassword = () => <AskForLink />;

import { AskForLink } from '../parts/ask-for-link.tsx';

/** Where a passenger asks for a link to a new password. */
export const ForgotPassword = () => <AskForLink />;

export const entrance = {
  signInTitle: 'Sign in to the portal',
  signInText: 'For bus companies and administrators.',
  email: 'E-mail',
  password: 'Password',
  trust: 'Trust this computer for some days',
  trustHint: 'We then mail you no digits when you sign in here. Not on a computer that strangers use.',
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  newHere: 'New here?',
  registerLink: 'Register your bus company',
  or: 'or',
  google: 'Continue with Google',
  passengers: 'You want to travel?',
  passengersLink: 'Book a seat',

  codeTitle: 'Enter the code',
  codeText: (email: string) => `We mailed six digits to ${email || 'your address'}. They work for a few minutes.`,
  code: 'Code',
  verify: 'Verify',
  resend: 'Send a new code',
  resent: (email: string) => `A new code is on its way to ${email}. Earlier ones no longer work.`,
  startOver: 'Start over',

  registerTitle: 'Register your bus company',
  registerText: 'Then add your buses and their papers. Once they are checked, you sell seats.',
  companyName: 'Company name',
  fullName: 'Your full name',
  phone: 'Phone',
  phoneHint: '10 digits that begin with 97 or 98.',
  passwordRule: 'At least 6 characters.',
  register: 'Register',
  haveAccount: 'Registered already?',

  forgotTitle: 'Forgot your password?',
  forgotText: 'We mail you a link with which you choose a new one.',
  sendLink: 'Send me the link',
  sentTitle: 'Check your mail',
  sentText: (email: string) =>
    `If ${email} belongs to a bus company or an administrator, a link is on its way. It works once, and for one hour.`,
  sentHint: 'Nothing there after a few minutes? Look into the spam folder, and at how the address is spelled.',
  anotherAddress: 'Try another address',
  backToSignIn: 'Back to signing in',

  chooseTitle: 'Choose a new password',
  newPassword: 'New password',
  repeat: 'Repeat the new password',
  notTheSame: 'The two passwords are not the same.',
  savePassword: 'Save the new password',
  changed: 'Your password is changed, and you are signed out everywhere. Please sign in with the new one.',
  askAgain: 'This link was used already, or is too old. Ask for a new one.',

  joinTitle: 'Join the staff',
  joinText: 'A bus company has invited you. Choose a password, and you can sign in.',
  joinHint:
    'At least 6 characters. If you already have an account here and have confirmed its e-mail, leave both empty: you keep your password.',
  choosePassword: 'Choose a password',
  repeatPassword: 'Repeat the password',
  accept: 'Accept the invitation',
  joinedTitle: 'Welcome to the staff',
  joinedText: (email: string) =>
    `Sign in with ${email}. The password is the one you have just chosen; if you had an account already, it is still the one you had.`,
  joinOverTitle: 'This link does not work',
  joinOverText:
    'Invitations work once, and for seven days. If you have accepted yours, sign in; otherwise ask the company for a new one.',

  missing: 'Please fill this in.',
  /** Why a sign-in with Google did not work, by the service's code. */
  googleProblems: {
    NOT_OURS: 'That sign-in was not started in this window, so we ignored it for your safety. Please sign in here.',
    GOOGLE_NOT_SET_UP: 'Sign-in with Google is not set up here. Please use your e-mail and password.',
    GOOGLE_STATE_INVALID: 'This sign-in has expired, or was started in another browser. Please start again.',
    GOOGLE_CANCELLED: 'The sign-in with Google was cancelled. Try again, or use your e-mail and password.',
    GOOGLE_NO_CODE: 'Google did not finish the sign-in. Please try again.',
    GOOGLE_UNVERIFIED:
      'Google has not verified that this e-mail is yours. Please verify it there first, or use your e-mail and password.',
    GOOGLE_ADMIN: 'Administrators sign in with e-mail and password only.',
    GOOGLE_FAILED:
      'Google could not be asked who you are. Please try again in a moment, or use your e-mail and password.',
    ACCOUNT_NOT_ACTIVE: 'This account may not sign in at present. Please contact support.',
    CODE_NOT_SENT:
      'No code could be mailed just now. One may be on its way already: please wait a few minutes before you try again.',
  } as Readonly<Record<string, string>>,
  googleFailed: 'The sign-in with Google did not work. Please start again.',
};

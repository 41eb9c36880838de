export const account = {
  title: 'Account',
  name: 'Name',
  email: 'E-mail',
  role: 'Role',
  roles: { OPERATOR: 'Bus company', ADMIN: 'Administrator', PASSENGER: 'Passenger' },
  everywhere: 'Sign out on all devices',
  everywhereText: 'Also ends trust in computers that ask for no code.',
  password: 'To change your password, ask for a link:',
  passwordLink: 'Send me the link',
  linkSent: (email: string) => `A link is on its way to ${email}.`,
  developers: 'For developers',
  token: 'Access token',
  tokenText: 'Send it as “Authorization: Bearer …”. It works for a few minutes. Keep it to yourself.',
};

export const entrance = {
  signInTitle: 'Sign in to the portal',
  signInText: 'For bus companies and administrators.',
  /** Reasons for the end of a session, by the code of the service's refusal. */
  sessionEnded: {
    SESSION_OVER: 'You signed in long ago. Please sign in again.',
    USER_GONE: 'This account is no longer active. Please ask whoever runs it.',
    ELSE: 'Your session was ended elsewhere: somebody signed out all devices, or the password was changed. Please sign in again.',
  } as Readonly<Record<string, string>>,
  typedIsKept: 'What you typed is kept.',
  typedIsKeptByPassword: 'What you typed is kept if you sign in with your password.',
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
  passwordRule: 'At least 6 characters',
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
  suspended: (contact: string | null) =>
    `This account is suspended: nobody can sign in with it at present. Ask the owner of your company${
      contact === null ? '' : `, or us: ${contact}`
    }.`,
  /** Reasons why a sign-in with Google failed, by the service's code. */
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

export const secondFactor = {
  title: 'Second factor',
  offText:
    'With an authenticator app on your phone, a stolen password is not enough to sign in as you: the app shows six digits that change every half minute.',
  setUp: 'Set up an app',
  password: 'Password',
  passwordHint: 'So that nobody else sets it up while you are away from the screen.',
  goOn: 'Go on',
  cancel: 'Cancel',

  scan: 'Scan the QR code with an authenticator app, such as Aegis, 2FAS or Google Authenticator. Then type the six digits that the app shows.',
  openApp: 'On this phone? Open the app',
  orType: 'No camera? Type this key into the app:',
  qr: 'QR code',
  code: 'Code',
  codeHint: 'Six digits. The app shows new ones every half minute.',
  recoveryHint: 'The six digits of your app, or a recovery code.',
  turnOn: 'Turn on',

  recoveryTitle: 'Recovery codes',
  recoveryText:
    'Each of these lets you in once if you lose your phone. Print them or keep them in a safe place: they are not shown again.',
  copy: 'Copy the codes',
  print: 'Print',
  kept: 'I have kept them',

  onText: 'On. Signing in takes your password and the digits of your authenticator app.',
  turnOff: 'Turn off',
  turnedOff: 'The authenticator app is turned off.',

  enterText: (email: string) => `Signing in as ${email}: type the six digits that your authenticator app shows.`,
  useRecovery: 'Use a recovery code',
  useApp: 'Use the app',

  requiredTitle: 'Set up an authenticator app',
  requiredText: 'Administrators need one here. It takes two minutes, and then you are in.',
};

export const users = {
  title: 'Users',
  search: 'Name, e-mail or phone',
  none: 'Nobody found',
  name: 'Name',
  role: 'Role',
  roles: { PASSENGER: 'Passenger', OPERATOR: 'Company', ADMIN: 'Administrator' },
  statuses: { ACTIVE: 'Active', SUSPENDED: 'Suspended' },
  verified: 'Confirmed',
  notVerified: 'Not confirmed',
  lastSeen: 'Last signed in',
  never: 'never',
  since: 'Since',
  suspend: 'Suspend',
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendText: 'They are signed out everywhere at once and can’t sign in any more. Their bookings stay.',
  suspendIt: 'Suspend them',
  suspended: (name: string) => `${name} is suspended.`,
  reactivate: 'Reactivate',
  reactivateTitle: (name: string) => `Let ${name} sign in again?`,
  reactivateText: 'They can sign in at once, with the password they had.',
  reactivateIt: 'Reactivate them',
  reactivated: (name: string) => `${name} can sign in again.`,
  signOut: 'Sign out everywhere',
  signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
  signOutText: 'All their sessions and trusted devices end. They may sign in again.',
  signOutIt: 'Sign them out',
  signedOut: (name: string) => `${name} is signed out everywhere.`,
  trail: 'What they did',
  logins: 'How they signed in',
};

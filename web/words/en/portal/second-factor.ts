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

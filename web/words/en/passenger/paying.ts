/** Texts of the choice of how to pay, and of the page with the QR code. */
export const paying = {
  payWith: 'Pay with',
  payWithName: (name: string) => `Pay with ${name}`,
  qrOf: (name: string) => `${name} QR`,
  /** The hint beside each payment method. A method that is missing here shows the hint of its kind, from `needsOf`. */
  needs: {
    ESEWA: 'Your eSewa number and password.',
    KHALTI: 'Your Khalti number and PIN, or a bank through Khalti.',
    FONEPAY: 'The app of your bank, which scans a code.',
    CONNECTIPS: 'Your connectIPS sign-in. Your bank account is charged.',
  } as Readonly<Record<string, string>>,
  needsOf: {
    form: 'You sign in at its page.',
    redirect: 'You sign in at its page.',
    qr: 'An app that scans a code.',
  },
  sentAgain: 'We could not be reached. Nothing is lost: this is sent again by itself as soon as the network is back.',
  takesFrom: (amount: string) => `Takes ${amount} and more.`,
  takesUpTo: (amount: string) => `Takes up to ${amount}.`,
  nobodyTakes: 'No way to pay online takes this amount. Please call the bus company.',
  securePage: (name: string) => `You pay on the page of ${name}, and come back here.`,
  secureQr: 'The code appears here. You pay in the app of your bank.',

  scanTitle: 'Scan to pay',
  scanHint: 'Your seats are reserved until the time is over.',
  qrCode: 'QR code',
  scanSteps: [
    'Open the app of your bank, or another app that pays QR codes.',
    'Scan this code. On this phone: save it as a picture, and choose the picture in the app.',
    'Check the amount, and pay.',
  ] as readonly string[],
  /** A link that only the sandbox shows. The sandbox's QR code contains the address of a page, which the link opens. */
  openCode: 'Open the pretend bank app',
  saveCode: 'Save as a picture',
  lookingForPayment: 'We look for your payment every few seconds. This page moves on by itself.',
  otherWay: 'Pay another way',
  codeOver: 'This code can’t be paid any more. If money has left your account all the same, it is not lost.',
  newCode: 'Ask for a new code',
};

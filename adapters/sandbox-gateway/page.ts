import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';
import { FORMATS } from '../language/formats.ts';
import { payPath } from './pay-path.ts';
import type { Simulator } from './simulator.ts';
import type { Action } from './standing.ts';

/** The page looks like the printed ticket: navy, crimson, white paper, and the perforation of the stub. */
const STYLE = `
:root { color-scheme: light dark; --navy: #14213d; --accent: #c8143c; --ground: #eef0f4; --paper: #fff; --ink: #14213d; --soft: #56607a; --rule: #d5dae3; --edge: #7b859b; --focus: #1d6fd0; --notice: #fdf1d9; --on-notice: #7a4d00; --link: #1d4f8f; }
@media (prefers-color-scheme: dark) { :root { --navy: #0a1222; --accent: #d8214b; --ground: #0f1729; --paper: #18223a; --ink: #eef1f8; --soft: #a9b3ca; --rule: #33405f; --edge: #8a96b3; --focus: #7db4ff; --notice: #3a2c10; --on-notice: #f2c46b; --link: #9cc3ff; } }
body { margin: 0; font: 1rem/1.5 Mukta, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; color: var(--ink); background: var(--ground); }
main { max-width: 26rem; margin: 6vh auto; border-radius: .75rem; overflow: hidden; background: var(--paper); box-shadow: 0 1px 2px rgb(20 33 61 / 12%), 0 4px 18px rgb(20 33 61 / 8%); }
.brand { margin: 0; padding: .9rem 1.5rem; border-bottom: 3px solid var(--accent); background: var(--navy); color: #fff; font-weight: 700; }
.notice { margin: 0; padding: .6rem 1.5rem; background: var(--notice); color: var(--on-notice); font-size: .875rem; }
.body { padding: 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
.amount { margin: 0 0 1rem; padding-bottom: 1rem; border-bottom: 2px dashed var(--rule); font-size: clamp(1.75rem, 9vw, 2.5rem); font-weight: 700; line-height: 1.2; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; font-size: .875rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
button { display: block; box-sizing: border-box; width: 100%; min-height: 2.75rem; margin-top: .75rem; padding: .6rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--paper); color: inherit; font: inherit; font-weight: 700; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.pay { border-color: var(--accent); background: var(--accent); color: #fff; }
.more { margin: 1.5rem 0 0; padding-top: 1rem; border-top: 2px dashed var(--rule); font-size: .875rem; }
.hint { margin: 1rem 0 0; color: var(--soft); font-size: .875rem; }
p { margin: 0 0 1rem; }
a { color: var(--link); }
@media (max-width: 30rem) { main { box-sizing: border-box; min-height: 100vh; margin: 0; border-radius: 0; } .brand, .notice, .body { padding-inline: 1rem; } }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * The content security policy of the page. Allows the page's own style and no frames. Forms may go to the service and
 * to the addresses that it redirects to, because browsers check redirects, too.
 */
export const contentSecurityPolicy = (formTargets: readonly string[]): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
  ].join('; ');

type Played = Pick<Simulator, 'gateway' | 'title' | 'rules' | 'returnUrl'>;

/** A page of the sandbox. The gateway's name is plain text, and the page does not imitate the gateway's design. */
const page = (title: string, brand: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The sandbox in place of a payment gateway: a page for trying out payments. No money moves.">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(brand)}</p>
<p class="notice">For trying things out. No money moves.</p>
<div class="body">
${body}
</div>
</main>
</body>
</html>
`;

const brandOf = ({ title }: Played): string => `Sandbox gateway, in place of ${title}`;

const button = (action: Action, words: string): string =>
  `<button${action === 'pay' ? ' class="pay"' : ''} name="action" value="${action}">${words}</button>`;

/** Outcomes that a real payer cannot choose. The page offers these to testers. */
const MISHAPS: readonly (readonly [Action, string])[] = [
  ['pay_silently', 'Money arrives, window closes'],
  ['pay_later', 'Money arrives in 30 seconds'],
  ['pay_twice', 'Money arrives, two returns'],
  ['pay_other', 'One rupee less arrives'],
];

/** The page on which a payer pays at the gateway. The buttons post the payer's decision. */
export function paymentPage(merchant: string, gateway: Played, { id, amount }: SandboxPayment): string {
  const comesBack = gateway.returnUrl !== undefined;
  const mishaps = MISHAPS.filter(
    ([action]) =>
      (action !== 'pay_other' || gateway.rules.namesAmounts) &&
      (comesBack || (action !== 'pay_twice' && action !== 'pay_silently')),
  );
  return page(
    `Pay ${merchant}`,
    brandOf(gateway),
    `<h1>Pay ${escapeHtml(merchant)}</h1>
<p class="amount">${FORMATS.en.money(amount)}</p>
<dl>
<dt>Merchant</dt><dd>${escapeHtml(merchant)}</dd>
<dt>Transaction</dt><dd>${escapeHtml(id)}</dd>
</dl>
<form method="post" action="${payPath(gateway.gateway, id)}">
${button('pay', 'Pay')}
${button('refuse', 'Fail')}
${button('walk_away', 'Walk away')}
<p class="more">Or see how the shop copes when</p>
${mishaps.map(([action, words]) => button(action, words)).join('\n')}
</form>
<p class="hint">${
      comesBack
        ? 'Fail goes back to the shop without paying.'
        : 'This page plays the app of a bank. The shop’s page asks by itself whether the money is there.'
    } Walk away tells the shop nothing, as when a passenger closes the window.</p>`,
  );
}

/** The page after a decision that does not send the browser back to the shop. */
export const closedPage = (merchant: string, gateway: Played, action: Action): string => {
  const [heading, words] = ENDINGS[action] ?? [
    'You paid',
    `Go back to ${merchant}: it was told nothing, and asks whether the money is there.`,
  ];
  return page(heading, brandOf(gateway), `<h1>${heading}</h1>\n<p>${escapeHtml(words)}</p>`);
};

const ENDINGS: Partial<Readonly<Record<Action, readonly [heading: string, words: string]>>> = {
  walk_away: [
    'You left without paying',
    'The shop was told nothing, as when a passenger closes the window. Go back in your browser to change your mind.',
  ],
  refuse: ['You refused to pay', 'Go back to the shop. Another payment can be begun there.'],
  pay_later: ['Your bank is working', 'The money arrives in 30 seconds. Go back to the shop.'],
};

export const problemPage = (message: string): string =>
  page(
    'This payment cannot be taken',
    'Sandbox gateway',
    `<h1>This payment cannot be taken</h1>
<p>${escapeHtml(message)}</p>
<p>Go back to the shop and start the checkout again.</p>`,
  );

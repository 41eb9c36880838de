import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import { fromRupees } from '../../core/kernel/money.ts';
import { FORMATS } from '../language/formats.ts';
import { type Form, FIELDS } from './form.ts';

/** The look of the ticket: its navy, its crimson, white paper, and the line along which its stub is torn off. */
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
.hint { margin: 1rem 0 0; color: var(--soft); font-size: .875rem; }
p { margin: 0 0 1rem; }
a { color: var(--link); }
@media (max-width: 30rem) { main { box-sizing: border-box; min-height: 100vh; margin: 0; border-radius: 0; } .brand, .notice, .body { padding-inline: 1rem; } }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * Allows the page its own style, no frames, and forms to itself and to the addresses it redirects to, since browsers
 * check those too.
 */
export const contentSecurityPolicy = (formTargets: readonly string[]): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${styleHash}'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
  ].join('; ');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Sandbox gateway</p>
<p class="notice">For trying things out. No money moves.</p>
<div class="body">
${body}
</div>
</main>
</body>
</html>
`;

const rupees = (amount: string): string => FORMATS.en.money(fromRupees(Number(amount)));

/** The page that a passenger sees at the gateway. Its buttons post the same form again, together with the decision. */
export const paymentPage = (merchant: string, { fields, productCode, total, transactionUuid }: Form): string =>
  page(
    `Pay ${merchant}`,
    `<h1>Pay ${escapeHtml(merchant)}</h1>
<p class="amount">${rupees(total)}</p>
<dl>
<dt>Merchant</dt><dd>${escapeHtml(merchant)} (${escapeHtml(productCode)})</dd>
<dt>Transaction</dt><dd>${escapeHtml(transactionUuid)}</dd>
</dl>
<form method="post">
${FIELDS.map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(fields[name])}">`).join('\n')}
<button class="pay" name="decision" value="pay">Pay</button>
<button name="decision" value="fail">Fail</button>
<button name="decision" value="walk-away">Walk away</button>
</form>
<p class="hint">Fail goes back to the shop without paying. Walk away tells the shop nothing, as when a passenger closes the window.</p>`,
  );

export const walkedAwayPage = (merchant: string): string =>
  page(
    'You left',
    `<h1>You left without paying</h1>
<p>${escapeHtml(merchant)} was told nothing, as when a passenger closes the window. The payment stays open until the shop asks about it.</p>
<p>Go back in your browser to change your mind.</p>`,
  );

export const problemPage = (message: string): string =>
  page(
    'This payment cannot be taken',
    `<h1>This payment cannot be taken</h1>
<p>${escapeHtml(message)}</p>
<p>Go back to the shop and start the checkout again.</p>`,
  );

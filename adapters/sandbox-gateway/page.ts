import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import { FIELDS } from './form.ts';
import type { Form } from './form.ts';

const STYLE = `
:root { color-scheme: light; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1c2730; background: #eef2ee; }
main { max-width: 26rem; margin: 6vh auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 2px 16px #0002; }
.notice { margin: -2rem -2rem 1.5rem; padding: .6rem 2rem; border-radius: 12px 12px 0 0; background: #fff3cd; color: #664d03; font-size: .875rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
.amount { margin: 0 0 1rem; font-size: clamp(1.75rem, 9vw, 2.25rem); font-weight: 700; white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; font-size: .875rem; }
dt { color: #5b6770; }
dd { margin: 0; overflow-wrap: anywhere; }
button { display: block; width: 100%; margin-top: .75rem; padding: .8rem; border: 1px solid #c8d0d6; border-radius: 8px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid #1d6fb8; outline-offset: 2px; }
p.hint { margin: 1rem 0 0; color: #5b6770; font-size: .875rem; }
.pay { border-color: #2b7a35; background: #2b7a35; color: #fff; }
p { margin: 0 0 1rem; }
a { color: #1d6fb8; }
@media (max-width: 30rem) { main { margin: 0; border-radius: 0; min-height: 100vh; box-sizing: border-box; } .notice { border-radius: 0; } }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Only its own style, no frames, and forms only to itself and to where it redirects, since browsers check that too. */
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
<p class="notice">Sandbox gateway: for trying things out. No money moves.</p>
${body}
</main>
</body>
</html>
`;

const rupees = (amount: string): string =>
  `NPR ${Number(amount).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** What a passenger sees at the gateway. Its buttons post the same form again, together with the decision. */
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

/* Shows the OpenAPI document. Calls go to where the page came from, whatever address the document names. */

const place = new URL('.', document.currentScript.src);

/** A link within the button that opens an operation can be reached by no keyboard: its text alone is shown. */
const withoutNestedLinks = ({ React }) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

/** There is one address: no choice is offered. */
const withoutServers = () => ({ wrapComponents: { ServersContainer: () => () => null } });

/** What a control stands beside, for those who can't see it. */
const nameOf = (control) =>
  control.closest('tr')?.querySelector('.parameter__name')?.textContent ??
  (control.closest('.opblock-section-request-body') ? 'Request body' : 'Choice');

/**
 * Names the controls that the page leaves without a name, and lets the keyboard scroll what is wider than the screen.
 */
function mend(root) {
  for (const control of root.querySelectorAll('select, textarea, input')) {
    if (control.labels.length === 0 && !control.ariaLabel) control.ariaLabel = nameOf(control);
  }
  for (const button of root.querySelectorAll('.close-modal')) button.ariaLabel = 'Close';
  // What is read out must hold what is shown.
  for (const button of root.querySelectorAll('.auth.authorize')) button.removeAttribute('aria-label');
  for (const box of root.querySelectorAll('pre, .table-container, .model-box')) box.tabIndex = 0;
}

const root = document.getElementById('docs');
new MutationObserver(() => mend(root)).observe(root, { childList: true, subtree: true });

fetch(new URL('../openapi.json', place))
  .then((response) => response.json())
  .then((spec) => {
    spec.servers = [{ url: new URL('../..', place).href.replace(/\/$/, '') }];
    SwaggerUIBundle({
      spec,
      domNode: root,
      plugins: [withoutNestedLinks, withoutServers],
      deepLinking: true,
      // All operations at once take seconds to draw, and nobody reads them in one go.
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
    });
  });

/* Shows the OpenAPI document. Calls go to the origin of the page, whatever address the document names. */

const place = new URL('.', document.currentScript.src);

/** The keyboard cannot reach a link inside the button that opens an operation. Only its text is shown. */
const withoutNestedLinks = ({ React }) => ({
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
});

/** The choice of a server is left out, because there is only one server address. */
const withoutServers = () => ({ wrapComponents: { ServersContainer: () => () => null } });

/** The name of a control for screen readers, taken from the text beside it. */
const nameOf = (control) =>
  control.closest('tr')?.querySelector('.parameter__name')?.textContent ??
  (control.closest('.opblock-section-request-body') ? 'Request body' : 'Choice');

/** Adds names to controls that have none, and lets the keyboard scroll parts that are wider than the screen. */
function mend(root) {
  for (const control of root.querySelectorAll('select, textarea, input')) {
    if (control.labels.length === 0 && !control.ariaLabel) control.ariaLabel = nameOf(control);
  }
  for (const button of root.querySelectorAll('.close-modal')) button.ariaLabel = 'Close';
  // The name for screen readers must contain the visible text.
  for (const button of root.querySelectorAll('.auth.authorize')) button.removeAttribute('aria-label');
  // Below the title the headings begin with h3. No level may be left out.
  for (const heading of root.querySelectorAll('h3, h4, h5')) heading.ariaLevel = String(Number(heading.tagName[1]) - 1);
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
      // Rendering all operations at once takes seconds, and nobody reads them in one go.
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
    });
  });

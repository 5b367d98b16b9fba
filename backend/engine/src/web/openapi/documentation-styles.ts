import type { Palette } from '@bindery/contract/api/product.ts';

const variables = ({ paper, accent, accentHover, accentInk, accentSoft }: Palette) =>
  `--paper: ${paper}; --accent: ${accent}; --accent-hover: ${accentHover}; --accent-ink: ${accentInk}; --accent-soft: ${accentSoft};`;

/**
 * Returns what gives Swagger UI the product's colours, mends its contrast, and hides its only server. The class of an operation is
 * repeated, because Swagger UI colours them by method with four classes.
 */
export const documentationStyles = ({ light, dark }: { light: Palette; dark: Palette }): string => `
:root { color-scheme: light; ${variables(light)} --surface: #fff; --ink: #261d29; --ink-soft: #665a69; --line: #e5dcdd; --danger: #b3261e; }
:root.dark-mode { color-scheme: dark; ${variables(dark)} --surface: #211b24; --ink: #f3edf2; --ink-soft: #b9adb9; --line: #3a313d; --danger: #ff9d94; }
html, html.dark-mode { background: var(--paper); }
body, html.dark-mode body { margin: 0; color: var(--ink); background: var(--paper); }
.product { display: flex; gap: 1rem; align-items: center; justify-content: space-between; min-height: 3rem; padding: 0 1.25rem;
  background: var(--surface); border-bottom: 1px solid var(--line); font: 0.875rem Inter, system-ui, sans-serif; }
.product a { display: inline-flex; gap: 0.625rem; align-items: center; min-height: 2.75rem; color: var(--accent); }
.product a:first-child { font: 600 1.125rem Literata, Georgia, serif; color: var(--ink); text-decoration: none; }
.product rect { fill: var(--accent); }
.product path { fill: none; stroke: var(--accent-ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.swagger-ui, .swagger-ui :is(.opblock-tag, .info .title, .info h2, .opblock-summary-description, .opblock-description-wrapper, table, label, button, input, select, h4, h5, p, .tab li) {
  font-family: Inter, system-ui, sans-serif; }
.swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { max-width: 68rem; }
.swagger-ui .info .title, .swagger-ui .info h2, .swagger-ui .opblock-tag { font-family: Literata, Georgia, serif; font-weight: 600; }
.swagger-ui .info .title { font-size: 1.75rem; }
.swagger-ui :is(.info h2, .opblock-tag) { font-size: 1.125rem; }
.swagger-ui :is(.info p, .info li) { max-width: 46rem; margin-inline: 0; line-height: 1.5; }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .wrapper { background: transparent; }
.swagger-ui .scheme-container, html.dark-mode .swagger-ui .scheme-container { background: var(--surface); box-shadow: none; border-block: 1px solid var(--line); }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none; }
.swagger-ui .info { margin-block: 1.5rem; }
.swagger-ui .scheme-container { padding-block: 0.75rem; margin-block: 0 1rem; }
.swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .opblock .opblock-section-header h4, .response-col_status, .model-title, section.models h4, .info h2),
html.dark-mode .swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .response-col_status, .info h2) { color: var(--ink); }
.swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .renderedMarkdown code { color: var(--accent); background: var(--accent-soft); border-radius: 0.25rem; }
.swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p),
html.dark-mode .swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p) { color: var(--ink-soft); }
.swagger-ui .parameter__name.required::after { color: var(--ink-soft); }
html .swagger-ui .opblock.opblock.opblock.opblock { background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; box-shadow: none; }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
html .swagger-ui .opblock.opblock.opblock.opblock .opblock-summary-method { color: var(--accent); text-shadow: none; background: var(--accent-soft); border-radius: 0.375rem; }
html .swagger-ui .opblock.opblock.opblock.opblock.opblock-delete .opblock-summary-method { color: var(--danger); background: color-mix(in oklab, var(--danger) 12%, var(--surface)); }
html .swagger-ui .opblock.opblock.opblock.opblock :is(.opblock-section-header, .opblock-body) { background: var(--surface); box-shadow: none; }
html .swagger-ui .opblock.opblock.opblock.opblock .tab-header .tab-item.active h4 span::after { background: var(--accent); }
.swagger-ui .btn { border-width: 1px; border-radius: 0.625rem; box-shadow: none; }
.swagger-ui :is(input[type=text], select, textarea) { border-radius: 0.625rem; }
.swagger-ui .opblock-summary-control:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.swagger-ui .info .title small { background: var(--accent-soft); border-radius: 999px; }
.swagger-ui .info .title small pre { color: var(--accent); }
.swagger-ui .info .title small.version-stamp, html.dark-mode .swagger-ui .info .title small.version-stamp { background: var(--accent); }
.swagger-ui .info .title small.version-stamp pre, html.dark-mode .swagger-ui .info .title small.version-stamp pre { color: var(--accent-ink); }
html.dark-mode .swagger-ui .info .title small { background: var(--accent-soft); }
.swagger-ui :is(.info a, .info .url, .renderedMarkdown a), html.dark-mode .swagger-ui :is(.info a, .info .url, .renderedMarkdown a) { color: var(--accent); text-decoration: underline; }
.swagger-ui .btn.authorize, html.dark-mode .swagger-ui .scheme-container .btn.authorize { color: var(--accent); border-color: currentcolor; background: transparent; }
.swagger-ui .btn.authorize svg, html.dark-mode .swagger-ui .scheme-container .btn.authorize svg { color: inherit; fill: currentcolor; }
.swagger-ui .btn.execute { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.cancel, html.dark-mode .swagger-ui .btn.cancel { color: var(--danger); border-color: currentcolor; }
`;

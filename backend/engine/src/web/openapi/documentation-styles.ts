import type { Palette } from '@bindery/contract/api/product.ts';

const variables = ({ paper, accent, accentHover, accentInk, accentSoft }: Palette) =>
  `--paper: ${paper}; --accent: ${accent}; --accent-hover: ${accentHover}; --accent-ink: ${accentInk}; --accent-soft: ${accentSoft};`;

/** Returns what gives Swagger UI the product's colours, mends its contrast, and hides its only server. */
export const documentationStyles = ({ light, dark }: { light: Palette; dark: Palette }): string => `
:root { color-scheme: light; ${variables(light)} --surface: #fff; --ink: #261d29; --ink-soft: #665a69; --line: #e5dcdd; }
:root.dark-mode { color-scheme: dark; ${variables(dark)} --surface: #211b24; --ink: #f3edf2; --ink-soft: #b9adb9; --line: #3a313d; }
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
.swagger-ui .info .title { font-family: Literata, Georgia, serif; }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .wrapper { background: transparent; }
.swagger-ui .scheme-container, html.dark-mode .swagger-ui .scheme-container { background: var(--surface); box-shadow: none; border-block: 1px solid var(--line); }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none; }
.swagger-ui .info { margin-block: 2rem; }
.swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .opblock .opblock-section-header h4, .response-col_status, .model-title, section.models h4, .info h2),
html.dark-mode .swagger-ui :is(.info .title, .opblock-tag, .opblock-summary-path, .response-col_status, .info h2) { color: var(--ink); }
.swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .renderedMarkdown code { color: var(--accent); background: var(--accent-soft); border-radius: 0.25rem; }
.swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p),
html.dark-mode .swagger-ui :is(.opblock-summary-description, .opblock-tag small, .parameter__in, .parameter__type, .info p) { color: var(--ink-soft); }
.swagger-ui .parameter__name.required::after { color: var(--ink-soft); }
.swagger-ui .opblock { background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line); }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
.swagger-ui .opblock .opblock-summary-method { color: #000; text-shadow: none; border-radius: 0.375rem; }
.swagger-ui .info .title small { background: var(--accent-soft); border-radius: 999px; }
.swagger-ui .info .title small pre { color: var(--accent); }
.swagger-ui .info .title small.version-stamp, html.dark-mode .swagger-ui .info .title small.version-stamp { background: var(--accent); }
.swagger-ui .info .title small.version-stamp pre, html.dark-mode .swagger-ui .info .title small.version-stamp pre { color: var(--accent-ink); }
html.dark-mode .swagger-ui .info .title small { background: var(--accent-soft); }
.swagger-ui :is(.info a, .info .url, .renderedMarkdown a), html.dark-mode .swagger-ui :is(.info a, .info .url, .renderedMarkdown a) { color: var(--accent); text-decoration: underline; }
.swagger-ui .btn.authorize, html.dark-mode .swagger-ui .scheme-container .btn.authorize { color: var(--accent); border-color: currentcolor; background: transparent; }
.swagger-ui .btn.authorize svg, html.dark-mode .swagger-ui .scheme-container .btn.authorize svg { color: inherit; fill: currentcolor; }
.swagger-ui .btn.execute { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
.swagger-ui .btn.cancel { color: #b3261e; border-color: currentcolor; }
html.dark-mode .swagger-ui .btn.cancel { color: #ff9d94; }
`;

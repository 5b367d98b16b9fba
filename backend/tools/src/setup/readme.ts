/** The start of the starter's README: title, introduction and pictures. */
const OF_STARTER = /^# Bindery\n\nA starter web app[\s\S]*?(?=^## )/m;

/** Escapes a name or sentence for Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>&#|]/g, '\\$&');

/**
 * Returns README.md with the name of the product as its title. The first time, the description of the starter
 * is replaced too; the instructions to run and change the product stay.
 */
export function readmeOf(
  source: string,
  { name, description }: { readonly name: string; readonly description: string | undefined },
): string {
  const title = `# ${plain(name)}\n`;
  if (!OF_STARTER.test(source)) return source.replace(/^# .*\n/, () => title);
  const about = description === undefined ? '' : `\n${plain(description)}\n`;
  const origin = `
Based on [Bindery](https://github.com/bindery-app/bindery), and follows [its later versions](docs/upgrading.md).
[\`resources.config.ts\`](resources.config.ts) defines what it manages, [\`product.ts\`](product.ts) its name and look. Everything else is
in the [documentation](docs/README.md).

`;
  return source.replace(OF_STARTER, () => title + about + origin);
}

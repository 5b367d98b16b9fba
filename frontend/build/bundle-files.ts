import path from 'node:path';
import type { Rolldown } from 'vite';

/** Finds the files of a build that belong to a module or a text, as names without a slash before them. */
export class BundleFiles {
  readonly #root: string;
  readonly #bundle: Rolldown.OutputBundle;
  readonly #context: Rolldown.PluginContext;

  /** `root` is the frontend's folder, from which modules are seen. */
  constructor(root: string, bundle: Rolldown.OutputBundle, context: Rolldown.PluginContext) {
    this.#root = root;
    this.#bundle = bundle;
    this.#context = context;
  }

  /** The code of the page itself, which the document names. */
  get entry(): string[] {
    return this.#chunks
      .filter(({ isEntry }) => isEntry)
      .flatMap(({ fileName }) => this.#withImports(fileName));
  }

  /** The code of a module, and all that it imports at once. Throws where no such module is part of the build. */
  async codeOf(module: string): Promise<string[]> {
    const own = path.join(this.#root, module);
    const id = this.#context.getModuleInfo(own) ? own : (await this.#context.resolve(module))?.id;
    return this.#codeOfId(id, module);
  }

  /** What a module, or one beside it that it imports, loads when it is first drawn. */
  codeLoadedBy(module: string): string[] {
    const folder = path.dirname(path.join(this.#root, module));
    const seen = new Set([path.join(this.#root, module)]);
    const loaded = new Set<string>();
    for (const id of seen) {
      const info = this.#context.getModuleInfo(id);
      for (const imported of info?.importedIds ?? [])
        if (path.dirname(imported) === folder) seen.add(imported);
      for (const dynamic of info?.dynamicallyImportedIds ?? []) loaded.add(dynamic);
    }
    return [...loaded].flatMap((id) => this.#codeOfId(id, id));
  }

  /** The styles that come with some code. */
  stylesOf(code: readonly string[]): string[] {
    return code.flatMap((name) => {
      const file = this.#bundle[name];
      return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
    });
  }

  /** The file of a locale: `en/common.json`. Throws where there is none. */
  textOf(name: string): string {
    const file = Object.values(this.#bundle).find(
      (output) =>
        output.type === 'asset' && output.originalFileNames.some((from) => from.endsWith(`/locales/${name}`)),
    );
    if (!file) throw new Error(`There is no locale file ${name}: correct frontend/build/first-visits.ts`);
    return file.fileName;
  }

  get #chunks() {
    return Object.values(this.#bundle).filter((output) => output.type === 'chunk');
  }

  #codeOfId(id: string | undefined, module: string) {
    const chunk = this.#chunks.find(({ moduleIds }) => id !== undefined && moduleIds.includes(id));
    if (!chunk) throw new Error(`There is no ${module}: correct frontend/build/first-visits.ts`);
    return this.#withImports(chunk.fileName);
  }

  #withImports(name: string) {
    const found = new Set([name]);
    for (const file of found) {
      const output = this.#bundle[file];
      if (output?.type !== 'chunk') found.delete(file);
      else for (const imported of output.imports) found.add(imported);
    }
    return [...found];
  }
}

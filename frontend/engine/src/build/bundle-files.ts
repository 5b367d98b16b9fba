import { existsSync } from 'node:fs';
import path from 'node:path';
import { frontendFolder, frontendModule } from '@bindery/contract/api/frontend-folder.ts';
import type { Language } from '@bindery/contract/records/init.ts';
import type { Rolldown } from 'vite';
import { localeFileOfPages } from './merged-locales.ts';
import { ownFile } from './own-file.ts';
import { usesAntd } from './unthemed-slots.ts';

/** Resolves modules and locale files to the output files of a build. File names have no leading slash. */
export class BundleFiles {
  readonly #root: string;
  readonly #bundle: Rolldown.OutputBundle;
  readonly #context: Rolldown.PluginContext;

  /**
   * `root` is the folder of the product. The paths of modules are relative to its `frontend` for extensions,
   * to the engine's for others.
   */
  constructor(root: string, bundle: Rolldown.OutputBundle, context: Rolldown.PluginContext) {
    this.#root = root;
    this.#bundle = bundle;
    this.#context = context;
  }

  /** The entry chunk, which index.html loads. */
  get entry(): string[] {
    return this.#chunks
      .filter(({ isEntry }) => isEntry)
      .flatMap(({ fileName }) => this.#withImports(fileName));
  }

  /** Returns a module's chunk and its static imports. Throws if the module is not part of the build. */
  async codeOf(module: string): Promise<string[]> {
    const own = this.#fileOf(module);
    const id = this.#context.getModuleInfo(own)
      ? own
      : (await this.#context.resolve(module, ownFile('start.tsx')))?.id;
    return this.#codeOfId(id, module);
  }

  /**
   * Returns the chunks that the module of a field kind, or a static import from the folders of kinds, imports
   * dynamically on first render. Throws if the module is not part of the build.
   */
  codeOfInput(file: string): string[] {
    const folders = ['manager/fields', 'extensions/field-kinds'].map((name) => this.#fileOf(name));
    const own = folders
      .flatMap((name) => [path.join(name, file), path.join(name, file.replace(/\.tsx$/, '.js'))])
      .find((name) => this.#context.getModuleInfo(name));
    if (own === undefined) throw new Error(`There is no field kind ${file} in the build`);
    const seen = new Set([own]);
    const loaded = new Set<string>();
    for (const id of seen) {
      const info = this.#context.getModuleInfo(id);
      for (const imported of info?.importedIds ?? [])
        if (folders.some((name) => imported.startsWith(name + path.sep))) seen.add(imported);
      for (const dynamic of info?.dynamicallyImportedIds ?? []) loaded.add(dynamic);
    }
    return [...loaded].flatMap((id) => this.#codeOfId(id, id));
  }

  /** Returns whether a module uses antd. */
  usesAntd(module: string): boolean {
    return usesAntd(this.#fileOf(module), this.#context);
  }

  /** Returns the uncompressed size of the given chunks. */
  sizeOf(code: readonly string[]): number {
    return code.reduce((sum, name) => sum + (this.#chunk(name)?.code.length ?? 0), 0);
  }

  /** Returns the stylesheets of the given chunks. */
  stylesOf(code: readonly string[]): string[] {
    return code.flatMap((name) => [...(this.#chunk(name)?.viteMetadata?.importedCss ?? [])]);
  }

  /**
   * Returns the output file of a namespace, shared or of an extension, in a language. Throws if there is
   * none.
   */
  textOf(language: Language, namespace: string): string {
    const source = localeFileOfPages(language, namespace);
    const known = source && path.relative(this.#root, source).replaceAll(path.sep, '/');
    const file = Object.values(this.#bundle).find(
      (output) => output.type === 'asset' && known && output.originalFileNames.includes(known),
    );
    if (!file)
      throw new Error(`There is no locale file ${language}/${namespace}.json, which a page table names`);
    return file.fileName;
  }

  get #chunks() {
    return Object.values(this.#bundle).filter((output) => output.type === 'chunk');
  }

  #chunk(name: string) {
    const output = this.#bundle[name];
    return output?.type === 'chunk' ? output : undefined;
  }

  #fileOf = (module: string) => {
    const own = path.join(this.#root, 'frontend', module);
    // Those of the engine have the same name; of two, the product's is the one.
    if (module.startsWith('extensions/') && existsSync(own)) return own;
    return frontendModule(module) ?? path.join(frontendFolder(), module);
  };

  #codeOfId(id: string | undefined, module: string) {
    const chunk = this.#chunks.find(({ moduleIds }) => id !== undefined && moduleIds.includes(id));
    if (!chunk) throw new Error(`There is no ${module}: correct ${statedIn(module)}`);
    return this.#withImports(chunk.fileName);
  }

  #withImports(name: string) {
    const found = new Set([name]);
    for (const file of found) {
      const chunk = this.#chunk(file);
      if (!chunk) found.delete(file);
      for (const imported of chunk?.imports ?? []) found.add(imported);
    }
    return [...found];
  }
}

/** Returns the file that declares a module of a page. */
export const statedIn = (module: string): string => {
  const [, extension] = /^(extensions\/[^/]+)\//.exec(module) ?? [];
  return extension
    ? `manager.ts or pages.ts of frontend/${extension}`
    : 'frontend/engine/src/build/first-visits.ts';
};

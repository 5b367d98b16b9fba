/** The part of autocannon's API that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests: readonly (Request & { readonly setupRequest?: (request: Request) => Request })[];
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}

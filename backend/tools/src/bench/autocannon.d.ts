/** The part of autocannon's API that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  export interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly setupRequest?: (request: Request) => Request;
    readonly onResponse?: (
      status: number,
      body: string,
      context: object,
      headers: Readonly<Record<string, string | undefined>>,
    ) => void;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** In seconds; without it, until `amount` requests are completed. */
    readonly duration?: number;
    readonly amount?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly requests: readonly Request[];
  }
  export interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}

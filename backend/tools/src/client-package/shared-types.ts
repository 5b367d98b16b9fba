/** The declarations that every package has, whatever its contract. */
export const SHARED_TYPES = `/** How a client reaches the API. */
export interface ClientOptions {
  /** The address of the server: \`https://books.example.com\`. */
  readonly baseUrl: string;
  /** An API key, whose user makes every call; cookies are then not sent. */
  readonly apiKey?: string;
  /** Headers of every call, such as \`Authorization\`; a function is called before each call. */
  readonly headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>);
  /** Sends the requests; by default the global \`fetch\`. */
  readonly fetch?: typeof fetch;
  /** Whether browsers send the cookie of the session; by default \`include\`, and \`omit\` with an API key. */
  readonly credentials?: 'include' | 'omit' | 'same-origin';
}

/** Headers by name. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** The options of any call. */
export interface RequestOptions {
  readonly headers?: RequestHeaders;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** A response of the API. Its status determines its body: \`if (answer.status === 200) answer.body\`. */
export interface Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
}

/** A response that rejects a call. */
export type Refusal<Status extends number, Body = ErrorBody> = Status extends number ? Answer<Status, Body> : never;

/** The error of a field: a translation key, the values for its placeholders, and the English text. */
export type FieldError = NonNullable<ErrorBody['errors']>[string][number];

/** The error body of a call that writes a record: \`errors\` has the errors of its fields. */
export type RecordErrorBody<Field extends string> = Omit<ErrorBody, 'errors'> & {
  errors?: { [Name in Field]?: FieldError[] };
};

/** A file that is sent unchanged. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;
`;

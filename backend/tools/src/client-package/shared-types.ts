/** The declarations of the package that are the same for every contract. */
export const SHARED_TYPES = `/** How a client reaches the API. */
export interface ClientOptions {
  /** The address of the server: \`https://books.example.com\`. */
  readonly baseUrl: string;
  /** An API key, in whose user's name every call is made; cookies are then not sent. */
  readonly apiKey?: string;
  /** Headers of every call, such as \`Authorization\`; a function is asked before each call. */
  readonly headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>);
  /** Sends the requests; by default the global \`fetch\`. */
  readonly fetch?: typeof fetch;
  /** Whether browsers send the cookie of the session; by default \`include\`, and \`omit\` with an API key. */
  readonly credentials?: 'include' | 'omit' | 'same-origin';
}

/** Headers by name. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** What any call may be given. */
export interface RequestOptions {
  readonly headers?: RequestHeaders;
  /** Ends the call early. */
  readonly signal?: AbortSignal;
}

/** An answer of the API. Its status tells which body it has: \`if (answer.status === 200) answer.body\`. */
export interface Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
}

/** An answer that refuses a call. */
export type Refusal<Status extends number, Body = ErrorBody> = Status extends number ? Answer<Status, Body> : never;

/** The error of a field: a translation key, the values for its placeholders, and the English text. */
export type FieldError = NonNullable<ErrorBody['errors']>[string][number];

/** The body of an error of a call that writes a record: \`errors\` has those of its fields. */
export type RecordErrorBody<Field extends string> = Omit<ErrorBody, 'errors'> & {
  errors?: { [Name in Field]?: FieldError[] };
};

/** A file that is sent as it is. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;
`;

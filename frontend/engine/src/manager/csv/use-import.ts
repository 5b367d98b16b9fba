import type { FieldError } from '@bindery/contract/records/errors.ts';
import type { ImportState } from '@bindery/contract/records/imports.ts';
import { MAX_IMPORT_MB } from '@bindery/contract/records/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { api } from '#frontend/shell/http/api.ts';
import { describeError, loadTextsOf } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { showImports, undoBatch } from '../batches/batch-jobs.ts';
import { createIdempotencyKeys, withKey } from '../refine/idempotency-keys.ts';
import { apiOf } from '../resource.ts';
import { sendFile } from '../upload/send-file.ts';
import type { ImportStepName } from './import-page.tsx';

/** The maximum stored length of a file's name, in characters. */
const MAX_NAME_LENGTH = 200;
/** How often the progress of a running import is requested. */
const POLL_MS = 1_000;

/** Starts or cancels a job. */
type ImportAction =
  | { readonly check: Parameters<typeof api.imports.check>[0]['body'] }
  | { readonly run: Parameters<typeof api.imports.run>[0]['body']['mode'] }
  | 'cancel';

/** The import in the page's address, and its actions. */
export type ImportSteps = ReturnType<typeof useImport>;

/** A running upload. */
interface Uploading {
  readonly name: string;
  /** The sent fraction, from 0 to 1. */
  readonly part: number;
  readonly cancel: () => void;
}

const isRunning = (state: ImportState | undefined) =>
  state?.state === 'checking' || state?.state === 'importing';

/** The steps of the states of an import. In the others, columns are chosen. */
const STEPS: Partial<Record<ImportState['state'], ImportStepName>> = {
  checking: 'check',
  checked: 'check',
  importing: 'import',
  done: 'import',
};

/** Stores the id of an import in the address, so that a reload shows the same step with its progress. */
export function useImport(resource: string) {
  const [parameters, setParameters] = useSearchParams();
  const client = useQueryClient();
  const id = parameters.get('import');
  const params = () => ({ id: id ?? '' });
  /** Invalidates lists and records, but not imports. */
  const refreshRecords = () =>
    client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'import' });
  const [isBusy, setIsBusy] = useState(false);
  /** Whether the columns are chosen again after a check. */
  const [isMapping, setIsMapping] = useState(false);
  const [keys] = useState(createIdempotencyKeys);
  const [uploading, setUploading] = useState<Uploading>();
  const cancelUpload = useRef<() => void>(undefined);
  useEffect(() => () => cancelUpload.current?.(), []);
  const [problem, setProblem] = useState<FieldError | string>();
  const [mayRetry, setMayRetry] = useState(false);
  const [file, setFile] = useState<File>();
  const query = useQuery({
    queryKey: ['import', id],
    queryFn: async () => {
      const { body } = await api.imports.read({ params: params() });
      const before = client.getQueryData<ImportState>(['import', id]);
      if (before?.state === 'importing' && body.state !== 'importing') void refreshRecords();
      return body;
    },
    enabled: id !== null,
    retry: false,
    refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
  });
  const state = query.data;
  const invalid = useQuery({
    queryKey: ['import', id, 'invalid', state?.state, state?.invalid],
    queryFn: async () => {
      const { body } = await api.imports.invalidRows({ params: params() });
      // A rule of an extension may have rejected a record.
      await loadTextsOf(body.flatMap(({ errors }) => Object.values(errors).flat()).map(({ key }) => key));
      return body;
    },
    enabled: state !== undefined && !isRunning(state) && state.invalid > 0,
  });

  const attempt = async (work: () => Promise<ImportState>, signal?: AbortSignal) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const next = await work();
      client.setQueryData(['import', next.id], next);
      setParameters({ import: next.id }, { replace: true });
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      // Another tab was faster: its state is shown instead.
      if (error instanceof HttpError && error.status === 409) {
        await query.refetch();
        return false;
      }
      const known = error instanceof HttpError ? (error.errors.file ?? error.errors.mapping) : undefined;
      setMayRetry(!(error instanceof HttpError) || error.status === 0 || error.status >= 500);
      setProblem(known ?? (await describeError(error)));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  const start = (action: ImportAction) => {
    if (action === 'cancel') return api.imports.cancel({ params: params() });
    const request = { params: params(), ...withKey(keys, { id, action }) };
    return 'check' in action
      ? api.imports.check({ ...request, body: action.check })
      : api.imports.run({ ...request, body: { mode: action.run } });
  };
  const { error } = query;
  const isGone = error instanceof HttpError && [400, 404].includes(error.status);
  const isMissing = isGone || (state !== undefined && state.resource !== resource);
  const step = state && !isMissing ? (STEPS[state.state] ?? 'columns') : 'file';
  return {
    /** Undefined until a file has been uploaded, or while the import of the address is loaded. */
    state,
    /** The step that is shown. */
    step: step === 'check' && isMapping ? 'columns' : step,
    isLoading: id !== null && query.isPending,
    /** The import of the address does not exist, or belongs to another user. */
    isMissing,
    /** There is currently no connection. */
    isOffline: error !== null && !isGone,
    isBusy,
    invalidRows: invalid.data ?? [],
    /** The problem of an uploaded file, or why an action failed. */
    problem: problem ?? state?.error ?? undefined,
    /** The file that could not be uploaded. */
    rejected: problem === undefined ? undefined : file,
    /** The same file may be accepted the next time. */
    mayRetry,
    upload: async (file: File) => {
      setFile(file);
      if (file.size > MAX_IMPORT_MB * 1024 * 1024) {
        setMayRetry(false);
        return setProblem(translate('csv.import.tooLarge', { max: MAX_IMPORT_MB }));
      }
      const controller = new AbortController();
      const { signal } = controller;
      const cancel = () => controller.abort();
      cancelUpload.current = cancel;
      const onProgress = (part: number) => setUploading({ name: file.name, part, cancel });
      onProgress(0);
      // By characters: half of a surrogate pair could not be encoded.
      const name = [...file.name].slice(0, MAX_NAME_LENGTH).join('');
      const url = apiOf(resource).import.url({ query: { name } });
      const { headers } = withKey(keys, [name, file.size, file.lastModified]);
      const request = { url, file, contentType: 'text/csv', headers, onProgress, signal };
      const isUploaded = await attempt(() => sendFile<ImportState>(request), signal);
      if (isUploaded) keys.renew();
      setUploading(undefined);
    },
    uploading,
    /** Starts or cancels a job; returns whether the server has accepted it. */
    act: async (action: ImportAction) => {
      const isAccepted = await attempt(async () => {
        const { body } = await start(action);
        keys.renew();
        if (action !== 'cancel') showImports();
        return body;
      });
      // Rejected, or offline: the choice of columns remains.
      if (isAccepted) setIsMapping(false);
      return isAccepted;
    },
    /** Goes back from the check to the choice of columns. */
    backToColumns: () => setIsMapping(true),
    /** Undoes the import, and goes back to the choice of a file. */
    undo: async () => {
      setIsBusy(true);
      setProblem(undefined);
      try {
        // The changes of an import share its id as their batch.
        const isDone = await undoBatch(id!, keys);
        keys.renew();
        void refreshRecords();
        setParameters({}, { replace: true });
        if (isDone) await notify('success', translate('csv.import.undone'));
      } catch (error) {
        setProblem(await describeError(error));
      } finally {
        setIsBusy(false);
      }
    },
    /** Goes back to the choice of a file. */
    startAgain: () => {
      setProblem(undefined);
      setIsMapping(false);
      setParameters({}, { replace: true });
    },
  };
}

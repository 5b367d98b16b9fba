import { useEffect, useRef, useState } from 'react';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { downloadRecords, type ExportProgress, type ExportRequest, saveFile } from './download.ts';

/** A running export, or the reason why the last one failed. */
export interface Exporting {
  /** Undefined while none is running. */
  readonly progress: ExportProgress | undefined;
  readonly isRunning: boolean;
  readonly problem: string;
  /** Downloads and saves a file; returns whether it was completed. */
  readonly start: (request: ExportRequest) => Promise<boolean>;
  readonly cancel: () => void;
}

/** Runs one export at a time, which is cancelled on unmount. */
export function useExport(): Exporting {
  const controller = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<ExportProgress>();
  const [isRunning, setIsRunning] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (request: ExportRequest) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setProblem('');
    setIsRunning(true);
    try {
      saveFile(await downloadRecords(request, { signal, onProgress: setProgress }));
      return true;
    } catch (error) {
      if (!signal.aborted) setProblem(await describeError(error instanceof HttpError ? error : OFFLINE));
      return false;
    } finally {
      setIsRunning(false);
      setProgress(undefined);
    }
  };
  return { progress, isRunning, problem, start, cancel: () => controller.current?.abort() };
}

/** The error of a connection that breaks in the middle of a response. */
const OFFLINE = new HttpError({ status: 0, statusText: 'No connection', body: null });

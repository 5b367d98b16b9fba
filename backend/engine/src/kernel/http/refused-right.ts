import { productRoot } from '@bindery/contract/api/product.ts';
import type { Request } from 'express';
import { docsPath } from '../docs-path.ts';
import type { ApiError } from './api-error.ts';
import type { RequestContext } from './request-context.ts';

/** The pages of the documentation about rights. */
export const PAGES_ON_RIGHTS = ['docs/roles.md#actions', 'docs/roles.md#records'] as const;

/**
 * Logs for the developer, in local mode, which right is missing and where it is explained. The response
 * contains neither: a user can do nothing about it.
 */
export function logRefusedRight(
  { code, message }: ApiError,
  { context, req: { method, path } }: { context: RequestContext | undefined; req: Request },
): void {
  if (code !== 'FORBIDDEN' || !context?.isLocal) return;
  const role = context.session?.user.role ?? 'public';
  const pages = PAGES_ON_RIGHTS.map((page) => docsPath(page, productRoot())).join(' and ');
  context.log.info({ role, req: { method, path } }, `${message}: ${role}, ${method} ${path}. See ${pages}`);
}

/**
 * The components of light pages, without antd: buttons, fields, dialogs, toasts, links, and the parts of
 * whole pages.
 *
 * @example
 * import { AppLink, Button, EmptyState, notify } from '@bindery/frontend/components';
 * import { BookOpen } from 'lucide-react';
 *
 * export const NoBooks = () => (
 *   <EmptyState icon={BookOpen} title="No books">
 *     <AppLink to="/app">Home</AppLink>
 *     <Button onClick={() => notify('success', 'Still none.')}>Look again</Button>
 *   </EmptyState>
 * );
 */
export { Button, type ButtonVariant, buttonClass } from '../shell/components/button.tsx';
export { classNames } from '../shell/components/class-names.ts';
export { ConfirmDialog } from '../shell/components/confirm-dialog.tsx';
export { Dialog, DialogActions } from '../shell/components/dialog.tsx';
export { EmptyState } from '../shell/components/empty-state.tsx';
export { FiltersLabel } from '../shell/components/filters-label.tsx';
export { FormError } from '../shell/components/form-error.tsx';
export { IconButton } from '../shell/components/icon-button.tsx';
export { lazyDialog } from '../shell/components/lazy-dialog.tsx';
export { notifyError } from '../shell/components/notify-error.ts';
export { Popover, PopoverPanel, placeBelow } from '../shell/components/popover.tsx';
export { SearchField } from '../shell/components/search-field.tsx';
export { selectClass } from '../shell/components/select-class.ts';
export { Skeleton } from '../shell/components/skeleton.tsx';
export { FieldMessage, TextField } from '../shell/components/text-field.tsx';
export { notify } from '../shell/components/toasts.tsx';
export { useFocusOnNewRows } from '../shell/components/use-focus-on-new-rows.ts';
export { AppLink, AppNavLink } from '../shell/layout/app-link.tsx';
export { Brand } from '../shell/layout/brand.tsx';
export { type ErrorKind, ErrorMessage, ErrorPage, type ErrorPageProps } from '../shell/layout/error-page.tsx';
export { SkipLink } from '../shell/layout/skip-link.tsx';
export { LanguageSelect, ThemeSelect } from '../shell/session/preferences.tsx';

import { lazy } from 'react';

/*
 * antd's inputs, each loaded when a form or a filter first needs it: lists and pages of details go without antd.
 * Whoever draws an input holds its place with a Suspense.
 */

/** A line of text, a day, a moment. */
export const Input = lazy(() => import('antd/es/input/Input'));
/** A text of many lines. */
export const TextArea = lazy(() => import('antd/es/input/TextArea'));
/** A choice of one or many, searched on the server where there are too many to list. */
export const Select = lazy(() => import('antd/es/select'));

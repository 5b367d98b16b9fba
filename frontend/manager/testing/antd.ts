/** Replaces `antd` in component tests: the part of it that Refine's form hooks use. All of it loads slowly. */
export { default as Form } from 'antd/es/form';

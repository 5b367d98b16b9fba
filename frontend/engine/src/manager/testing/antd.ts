/**
 * Replaces `antd` in component tests: the parts of it that Refine's form hooks and the patch for React 19 use. All of it
 * loads slowly.
 */
export { unstableSetRender } from 'antd/es/config-provider/UnstableContext';
export { default as Form } from 'antd/es/form';

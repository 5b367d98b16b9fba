/**
 * Replaces `antd` in component tests with the parts that Refine's form hooks and the patch for React 19 use.
 * The whole package loads slowly.
 */
export { unstableSetRender } from 'antd/es/config-provider/UnstableContext';
export { default as Form } from 'antd/es/form';

/** Replaces packages that @refinedev/antd imports for components that no page uses. */
export default {};

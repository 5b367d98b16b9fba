/** Replaces packages in component tests that @refinedev/antd imports for components that no page uses. */
export default {};

/** Refine names resources in its own texts with these functions. Our pages show none of them. */
export default { plural: (name: string): string => name, singular: (name: string): string => name };

/** Refine names resources in texts of its own with these. All texts are ours, in four languages. */
export default { plural: (name: string): string => name, singular: (name: string): string => name };

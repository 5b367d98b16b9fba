/**
 * Returns the name of the cookie that selects the role to view pages as on a development server. It grants
 * nothing.
 */
export const viewingCookie = ({ slug }: { readonly slug: string }): string => `${slug}.viewing_as`;

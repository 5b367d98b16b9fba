/** Returns the name of the cookie that tells pages of a server for development as which role they are seen. It grants nothing. */
export const viewingCookie = ({ slug }: { readonly slug: string }): string => `${slug}.viewing_as`;

/** Where the home page sends people who want to know more. */
export const links = {
  documentation: '/api/docs',
  openIssue: 'https://github.com/bindery-app/bindery/issues/new',
};

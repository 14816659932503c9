/** Start pages: a folder that contains one is a complete site. */
export const startNames: readonly string[] = ['index.html', 'index.htm']

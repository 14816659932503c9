/** What a site begins with: a folder that holds one is a whole site, and none of its parts. */
export const startNames: readonly string[] = ['index.html', 'index.htm']

/** The `head` of a route, with the description for search engines. */
export const describePage = (content: string) => () => ({ meta: [{ name: 'description', content }] })

/** The `head` of a route whose page search engines list with this sentence. */
export const describePage = (content: string) => () => ({ meta: [{ name: 'description', content }] })

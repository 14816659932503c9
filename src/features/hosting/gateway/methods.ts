import { METHODS } from 'node:http'

/** Methods for server operators and proxies (RFC 9110 sections 9.3.6 and 9.3.8). */
const refused: ReadonlySet<string> = new Set(['CONNECT', 'TRACE'])

/**
 * Methods that reach a site: those that its web server knows, because it closes the connection at any other. Method names are
 * case-sensitive (RFC 9110 section 9.1).
 */
export const siteMethods: ReadonlySet<string> = new Set(METHODS.filter((method) => !refused.has(method)))

import { METHODS } from 'node:http'

/** Methods that are for who runs a server, and for proxies (RFC 9110 sections 9.3.6 and 9.3.8). */
const refused: ReadonlySet<string> = new Set(['CONNECT', 'TRACE'])

/**
 * The methods that reach a site: those that its web server knows, for at any other it ends the connection without an answer.
 * Names of methods are case-sensitive (RFC 9110 section 9.1).
 */
export const siteMethods: ReadonlySet<string> = new Set(METHODS.filter((method) => !refused.has(method)))

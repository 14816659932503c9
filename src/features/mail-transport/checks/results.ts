import { domainTextOf } from '#features/mailboxes/contract/address.ts'
import { type DomainName, domainToAscii } from '#shared/names/domain-name.ts'
import { textOfBytes } from '../message/charset.ts'
import type { Authenticated } from './authenticate.ts'

/** The comparison form of a server name: one without a dot is not a domain name. */
const nameOf = (text: string): string => domainToAscii(text) ?? text.toLowerCase()

/** Without comments; quoted text, which a sender may control, loses its syntax characters. */
const plain = (value: string): string =>
  value.replace(/"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g, (piece) =>
    piece.startsWith('(') ? '' : piece.replace(/[\s;()=]/g, '_'),
  )

/** Whether an Authentication-Results field has the results of this server (RFC 8601 section 2.5). */
export function areResultsOf(value: string, server: string): boolean {
  const [said = ''] = plain(value).trim().split(/[\s;]/)
  return nameOf(textOfBytes(said).replaceAll('"', '')) === nameOf(server)
}

/** The domain of a result: for an address the part after the `@`. */
const domainIn = (result: string): DomainName | null => {
  const [, value = ''] = /\s(?:smtp\.mailfrom|header\.[id])=("[^"]*"|\S+)/.exec(result) ?? []
  return domainToAscii(domainTextOf(value.replaceAll('"', '')))
}

/** The results that this server recorded on arrival, from its own header fields; null for a message from within. */
export function readResults(
  values: readonly string[],
  server: string,
): Pick<Authenticated, 'spf' | 'dkim' | 'dmarc' | 'proven'> | null {
  const value = values.find((each) => areResultsOf(each, server))
  if (value === undefined) return null
  const results = plain(value)
    .split(';')
    .slice(1)
    .map((result) => result.trim())
  const found = (method: string) => results.filter((result) => result.startsWith(`${method}=`))
  const saidOf = (method: string) => {
    const said = found(method).map((result) => result.slice(method.length + 1).split(/\s/)[0] ?? '')
    return said.find((each) => each === 'pass') ?? said[0] ?? null
  }
  const passed = [...found('spf'), ...found('dkim')].filter((result) => /^\w+=pass\b/.test(result))
  return {
    spf: saidOf('spf'),
    dkim: saidOf('dkim'),
    dmarc: saidOf('dmarc'),
    proven: passed.map(domainIn).filter((domain) => domain !== null),
  }
}

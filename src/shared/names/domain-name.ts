declare const normal: unique symbol

/**
 * A full domain name in the form in which names are stored and compared: A-labels, lower case, without the root dot. Only the
 * functions here create one, so that a name as typed cannot be compared with it.
 */
export type DomainName = string & { readonly [normal]: 'domain name' }

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const outsideHost = /[\s/?#@:\\[\]%]/

/** The A-label form of a host name by the platform's own UTS-46, or `null`. */
function toAscii(host: string): string | null {
  if (!host || outsideHost.test(host)) return null
  const address = `http://${host}/`
  return URL.canParse(address) ? new URL(address).hostname : null
}

/**
 * A full domain name as its A-label form, lower case, without the root dot; `null` when it is not one. Length and label
 * rules: RFC 1035 section 2.3.4, RFC 5891.
 */
export function domainToAscii(text: string): DomainName | null {
  // After the mapping, which turns similar characters, such as the ideographic full stop, into dots.
  const ascii = toAscii(text.trim())?.replace(/\.$/, '')
  if (!ascii || ascii.length > 253) return null
  const labels = ascii.split('.')
  const isName = labels.length >= 2 && labels.every((part) => label.test(part))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? (ascii as DomainName) : null
}

/** The name of a label directly below another name, in the same form. */
export const nameBelow = <const Label extends string>(label: Label, name: DomainName): DomainName =>
  `${label}.${name}` as DomainName

/** The name itself and its parents, the closest first; excludes top-level domains. */
export function enclosingNames(name: DomainName): DomainName[] {
  const labels = name.split('.')
  return labels.slice(0, -1).map((_, first) => labels.slice(first).join('.') as DomainName)
}

/** Whether a name equals the other one, or is below it. */
export const isSameOrBelow = (name: DomainName, other: DomainName): boolean =>
  name === other || name.endsWith(`.${other}`)

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
export function domainToAscii(text: string): string | null {
  const ascii = toAscii(text.trim().replace(/\.$/, ''))
  if (!ascii || ascii.length > 253) return null
  const labels = ascii.split('.')
  const isName = labels.length >= 2 && labels.every((part) => label.test(part))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : null
}

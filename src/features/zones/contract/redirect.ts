import type { Parsed } from '#features/names/contract/read.ts'
import { apex, fullName } from './record-types.ts'

export const maxRedirect = 2_000

/** The redirect status: temporary (302), or permanent and cacheable (308). */
export const redirectStatuses = [302, 308] as const
export type RedirectStatus = (typeof redirectStatuses)[number]

/** Whether a target is a URL to redirect to, and not the target of a record. */
export const isRedirect = (target: string): boolean => /^\s*[a-z][a-z\d+.-]*:\/\//i.test(target)

/** The host of a parsed URL, as in a Host header. */
export const hostOfRedirect = (url: string): string => new URL(url).hostname.replace(/\.$/, '')

/** The redirect target of `own`, as an absolute URL of printable ASCII. */
export function readRedirect(text: string, own: string): Parsed<string> {
  const written = text.trim()
  const isAddress = /^https?:\/\//i.test(written) && !/[\s\p{Cc}]/u.test(written) && URL.canParse(written)
  if (!isAddress) return { fault: 'Enter a full address, such as https://www.example.net/shop.' }
  const url = new URL(written)
  if (hostOfRedirect(written).split('.').includes(''))
    return { fault: `${url.hostname} is not a host name: no part between its dots may be empty.` }
  if (url.username || url.password)
    return { fault: 'Leave the user name and password out, because every redirected visitor would see them.' }
  if (url.href.length > maxRedirect)
    return { fault: `This address is too long. Use at most ${maxRedirect} characters.` }
  if (hostOfRedirect(url.href) === own)
    return { fault: `${own} cannot be redirected to itself. Enter an address at another host.` }
  return { value: url.href }
}

/** Why a name of a zone cannot be a redirecting subdomain, as a sentence; null when it can. */
export function unredirectable(name: string, zone: string): string | null {
  if (name === apex) return `This is ${zone} itself. Enter a name such as shop.`
  if (name !== 'www') return null
  return `${fullName(name, zone)} belongs to ${zone}. Choose in the domain settings which of the two shows the site.`
}

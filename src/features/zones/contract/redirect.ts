import type { Parsed } from '#features/names/contract/read.ts'
import { apex, fullName } from './record-types.ts'

export const maxRedirect = 2_000

/** The status of a redirect: browsers ask again each time (302), or may keep to it (308). */
export const redirectStatuses = [302, 308] as const
export type RedirectStatus = (typeof redirectStatuses)[number]

/** Whether a target is meant as an address in the web, which visitors are sent to, and not as one that a record leads to. */
export const isRedirect = (target: string): boolean => /^\s*[a-z][a-z\d+.-]*:\/\//i.test(target)

/** The host of a URL that was read, as it stands in a Host field. */
export const hostOfRedirect = (url: string): string => new URL(url).hostname.replace(/\.$/, '')

/** Where visitors of `own` are sent, as an absolute URL of printable ASCII. */
export function readRedirect(text: string, own: string): Parsed<string> {
  const written = text.trim()
  const isAddress = /^https?:\/\//i.test(written) && !/[\s\p{Cc}]/u.test(written) && URL.canParse(written)
  if (!isAddress) return { fault: 'Enter a full address, such as https://www.example.net/shop.' }
  const url = new URL(written)
  if (hostOfRedirect(written).split('.').includes(''))
    return { fault: `${url.hostname} is no host: no part between its dots may be empty.` }
  if (url.username || url.password)
    return { fault: 'Leave the user name and password out: everybody who is redirected would see them.' }
  if (url.href.length > maxRedirect)
    return { fault: `This address is too long: write at most ${maxRedirect} characters.` }
  if (hostOfRedirect(url.href) === own)
    return { fault: `${own} cannot be redirected to itself: write an address at another host.` }
  return { value: url.href }
}

/** Why a name of a zone cannot be redirected by a subdomain, as a sentence; null when it can. */
export function unredirectable(name: string, zone: string): string | null {
  if (name === apex) return `This is ${zone} itself: write a name such as shop.`
  if (name !== 'www') return null
  return `${fullName(name, zone)} belongs to ${zone}: the settings of the domain say which of the two shows the site.`
}

import { showName } from '#shared/names/show-name.ts'
import { readUuid } from '#shared/uuid.ts'

/** The readable part of a site's address below `/sites/`: letters, digits and hyphens, as in a label of a host name. */
export const siteSlugPattern = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

const longestBase = 48
const shortIdLength = 6

/** Text in the form of a slug; empty when nothing of it can be one. */
const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/['’\p{Mark}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longestBase)
    .replace(/-$/, '')

type Named = { id: string; name: string | null; domain: string | null; planName: string }

/**
 * Slugs for a site, the best first: by its name, else its domain, else its plan. The others end in digits of its id, for when the
 * first is another site's; a plan alone is never enough.
 */
export function slugsFor({ id, name, domain, planName }: Named): string[] {
  const chosen = slugOf(name ?? '') || slugOf(domain === null ? '' : showName(domain))
  const base = chosen || slugOf(planName) || 'site'
  const digits = id.replaceAll('-', '')
  const numbered = [shortIdLength, 2 * shortIdLength].map((length) => `${base}-${digits.slice(-length)}`)
  // An id selects a site too.
  return (chosen ? [chosen, ...numbered] : numbered).filter((slug) => readUuid(slug) === undefined)
}

/** Where the page behind a site's address is shown as a picture, which counts as nobody's visit. */
export const pictureUrl = (previewUrl: string): string => previewUrl.replace('/sites/', '/pictures/')

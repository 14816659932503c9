import { showName } from '#shared/names/show-name.ts'
import { readUuid } from '#shared/uuid.ts'

/** The readable part of a site's address below `/sites/`: letters, digits and hyphens, as in a DNS label. */
export const siteSlugPattern = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

const longestBase = 48
const shortIdLength = 6

/** Converts a text to a slug; empty when no character fits. */
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
 * Slug candidates for a site, best first: its name, else its domain, else its plan. The others end in digits of its id, in case
 * the first is taken; a plan alone is never enough.
 */
export function slugsFor({ id, name, domain, planName }: Named): string[] {
  const chosen = slugOf(name ?? '') || slugOf(domain === null ? '' : showName(domain))
  const base = chosen || slugOf(planName) || 'site'
  const digits = id.replaceAll('-', '')
  const numbered = [shortIdLength, 2 * shortIdLength].map((length) => `${base}-${digits.slice(-length)}`)
  // An id selects a site too.
  return (chosen ? [chosen, ...numbered] : numbered).filter((slug) => readUuid(slug) === undefined)
}

/** The URL that shows a site's page as a preview, which does not count as a visit. */
export const pictureUrl = (previewUrl: string): string => previewUrl.replace('/sites/', '/pictures/')

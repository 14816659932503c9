const scriptBody = /(<script\b[^>]*>)[\s\S]*?(<\/script\s*>)/gi
const hidden = /<!--[\s\S]*?-->|<style\b[^>]*>[\s\S]*?<\/style\s*>/gi
const referring = /<(?:a|audio|iframe|img|link|script|source|video)\b[^>]*>/gi
const elsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i

/** An attribute's value in a tag's text. */
export function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

/** The site file behind a URL in a page at the root. */
export function nameOf(address: string | undefined): string | undefined {
  const path = address?.replace(/[?#].*$/, '').replace(/^(?:\.?\/)+/, '')
  if (!path) return undefined
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

const isFile = (path: string) => /\.[^./]+$/.test(path) && !path.split('/').includes('..')

/** Paths of the site's own files that a page shows, loads or links to. */
export function referencesOf(html: string): string[] {
  const tags = html.replace(hidden, '').replace(scriptBody, '$1$2').match(referring) ?? []
  const addresses = tags.flatMap((tag) => [attribute(tag, 'src'), attribute(tag, 'href')])
  const own = addresses.map((address) =>
    elsewhere.test(address?.trim() ?? '') ? undefined : nameOf(address?.trim()),
  )
  return [...new Set(own.filter((path) => path !== undefined && isFile(path)))] as string[]
}

/** Whether an `If-None-Match` names this quoted tag, compared weakly, or any tag by `*` (RFC 9110 section 13.1.2). */
export function knowsEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag) return true
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag.replace(/^W\//, '')) || known.includes('*')
}

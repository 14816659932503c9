import { startNames } from '#features/files/contract/start-names.ts'

/** The public URL of a file; a start page has the URL of its folder. */
export function addressOnSite(siteUrl: string, filePath: string): string {
  const names = filePath.split('/')
  const last = names.at(-1) ?? ''
  if (startNames.includes(last)) names[names.length - 1] = ''
  return `${siteUrl.replace(/\/$/, '')}/${names.map(encodeURIComponent).join('/')}`
}

import { startNames } from '#features/files/contract/start-names.ts'

/** Where visitors find a file of a site; a start page at the address of its folder. */
export function addressOnSite(siteUrl: string, filePath: string): string {
  const names = filePath.split('/')
  const last = names.at(-1) ?? ''
  if (startNames.includes(last)) names[names.length - 1] = ''
  return `${siteUrl.replace(/\/$/, '')}/${names.map(encodeURIComponent).join('/')}`
}

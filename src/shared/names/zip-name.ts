/**
 * The name as an archive may contain it: a letter and a colon at its beginning are a drive on Windows, and refused by zip
 * programs (APPNOTE section 4.4.17.1). The colon is then replaced by its full-width form.
 */
export const zipName = (name: string): string => name.replace(/^([a-z]):/i, '$1\uff1a')

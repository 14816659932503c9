/**
 * The name in the form an archive may contain: a letter and a colon at its beginning are a drive on Windows, and zip programs
 * refuse them (APPNOTE section 4.4.17.1). Replaces the colon by its full-width form.
 */
export const zipName = (name: string): string => name.replace(/^([a-z]):/i, '$1\uff1a')

import { z } from 'zod'
import { id, line } from '#shared/schema.ts'

/** Characters of the name of a site, at most. */
export const longestSiteName = 60

/** The name of a site in one line of NFC; null, or a field that was left empty, is none. */
export const siteNameOrNone = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)
  .pipe(line(longestSiteName).nullable())

export const setNameInput = z.object({ id, name: siteNameOrNone })

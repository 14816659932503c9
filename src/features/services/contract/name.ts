import { z } from 'zod'
import { id, line } from '#shared/schema.ts'

/** Maximum length of a site name. */
export const longestSiteName = 60

/** A site name in one line of NFC; null or an empty field means none. */
export const siteNameOrNone = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)
  .pipe(line(longestSiteName).nullable())

export const setNameInput = z.object({ id, name: siteNameOrNone })

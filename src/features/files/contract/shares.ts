import { z } from 'zod'
import { id, instant } from '#shared/schema.ts'
import { shareSeconds } from './share-seconds.ts'

export const shareInput = z.object({
  id,
  expiresIn: z
    .number()
    .int()
    .min(shareSeconds.least, 'Choose at least 5 minutes.')
    .max(shareSeconds.most, 'Choose at most 30 days.')
    .default(shareSeconds.usual),
})

export const shareOutput = z.object({ id: z.string(), url: z.string(), expiresAt: instant })

/** The URL of a link is shown only once; `isResting` while its service is suspended. */
export const listedShareOutput = z.object({
  id: z.string(),
  file: z.object({ id: z.string(), fileName: z.string(), filePath: z.string() }),
  service: z.object({ id: z.string(), plan: z.object({ name: z.string() }) }),
  isResting: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
})
export type ListedShare = z.output<typeof listedShareOutput>

/** The SHA-256 of a link's token; any other text matches no link. */
export const revokeShareInput = z.object({
  id: z.string().transform((text) => (/^[0-9a-f]{64}$/.test(text) ? text : '')),
})

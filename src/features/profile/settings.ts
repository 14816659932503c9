import { z } from 'zod'
import type { Settings } from '#server/settings.ts'
import { readObjectsUrl } from './drivers/objects-url.ts'

export const settings = {
  shape: {
    OBJECTS_URL: z
      .string()
      .refine(
        (text) => readObjectsUrl(text) !== null,
        'must be an address such as s3://key:secret@s3.example.com/bucket',
      )
      .optional(),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}

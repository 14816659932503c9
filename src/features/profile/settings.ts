import { z } from 'zod'
import type { Settings } from '#server/settings.ts'
import { readObjectsUrl } from './drivers/objects-url.ts'

export const settings = {
  title: 'Profile photos',
  shape: {
    OBJECTS_URL: z
      .string()
      .refine(
        (text) => readObjectsUrl(text) !== null,
        'must be an address such as s3://key:secret@s3.example.com/bucket',
      )
      .optional()
      .meta({
        description:
          'S3 bucket for profile photos, such as `s3://key:secret@s3.example.com/bucket?region=eu-central-1` (`&tls=off` for plain http). Existing photos are not moved.',
        whenUnset: 'files in `DATA_DIR/objects`',
      }),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}

import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  title: 'Services',
  shape: {
    SERVER_IP: z
      .union([z.ipv4(), z.ipv6()], 'must be an IP address')
      .default('127.0.0.1')
      .describe(
        'Address assigned to services. Until you set it, only this machine can reach them; the portal and `doctor` warn about it.',
      ),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}

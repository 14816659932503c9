import { z } from 'zod'
import { id } from '#shared/schema.ts'
import { userOutput } from './contract.ts'

export const adminUserOutput = userOutput.extend({
  activeServices: z.number(),
  pendingServices: z.number(),
  hasTwoFactor: z.boolean(),
  passkeys: z.number(),
})
export type AdminUser = z.output<typeof adminUserOutput>

export const updateUserInput = z.object({
  id,
  isAdmin: z.boolean().optional(),
  hasAdminAccess: z.boolean().optional(),
})

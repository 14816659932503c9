import { administrator, router } from '#server/trpc/trpc.ts'
import { searchInput } from '#shared/desk-list.ts'
import { byId, listOf, ok } from '#shared/schema.ts'
import { userOutput } from '../contract/contract.ts'
import { adminUserOutput, updateUserInput } from '../contract/desk.ts'
import { removeTwoFactorInput } from '../contract/security.ts'
import { removeTwoFactor } from '../security/remove-two-factor.ts'
import { getUser, listUsers, updateUserFlags } from '../service/users/users.ts'

const users = router({
  list: administrator
    .meta({
      rest: 'GET /api/admin/users',
      summary: 'Lists customers, searched by name or by prefix of email or mobile.',
    })
    .input(searchInput)
    .output(listOf(adminUserOutput))
    .query(({ ctx, input }) => listUsers(ctx, input)),
  get: administrator
    .meta({
      rest: 'GET /api/admin/users/:id',
      summary: 'Shows a customer with the number of their services.',
    })
    .input(byId)
    .output(adminUserOutput)
    .query(({ ctx, input }) => getUser(ctx, input)),
  update: administrator
    .meta({ rest: 'PATCH /api/admin/users/:id', summary: "Grants or revokes another user's rights." })
    .input(updateUserInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => updateUserFlags(ctx, input)),
  removeTwoFactor: administrator
    .meta({
      rest: 'POST /api/admin/users/:id/two-factor/disable',
      summary: "Removes another user's second factor and passkeys, once they have proved their identity.",
      // Requires a fresh proof, which no API key can give.
      scope: 'session',
      example: { reason: 'They called from the mobile number on the account and named their last order.' },
    })
    .input(removeTwoFactorInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeTwoFactor(ctx, input)),
})

/** Part of the procedure group `admin`. */
export const deskProcedures = { users }

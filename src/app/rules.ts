import { afterSignIn, readNext } from '#features/auth/contract/after-sign-in.ts'
import { whyNoAdministration } from '#features/auth/security/security.ts'
import { findKeyHolder } from '#features/keys/service/find-holder.ts'
import { areInService } from '#features/members/service/are-in-service.ts'
import { findMembership } from '#features/members/service/find-membership.ts'
import { hasActiveService, readGate } from '#features/services/service.ts'
import { findPictures } from '#features/services/site-url.ts'
import { isSignedIn, type Rules } from '#server/context.ts'
import { readUuid } from '#shared/uuid.ts'

const isDesk = (path: string): boolean => path === '/admin' || path.startsWith('/admin/')

const gated = new Set(['/', '/dashboard'])

/** The rules of features that apply to all pages and calls. The gate is that of docs/product.md, "Home gate". */
export const rules: Rules = {
  hasActiveService,
  whyNoAdministration,
  findKeyHolder,
  findMembership,
  areInService,
  findFramed: findPictures,
  async findDetour(ctx, url) {
    // The dashboard is about an account: a member has one service of it.
    if (!isSignedIn(ctx) || ctx.shared) return null
    if (url.pathname === '/auth') {
      const [next, plan] = ['next', 'plan'].map((name) => url.searchParams.get(name))
      return afterSignIn({ next: readNext(next), plan: readUuid(plan) })
    }
    if (isDesk(url.pathname) && ctx.user.isAdmin && (await whyNoAdministration(ctx)))
      return '/account?dialog=totp'
    if (!gated.has(url.pathname)) return null
    const gate = await readGate(ctx)
    return gate === 'dashboard' ? null : `/${gate}`
  },
}

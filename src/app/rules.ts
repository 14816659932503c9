import { afterSignIn, readNext } from '#features/auth/contract/after-sign-in.ts'
import { whyNoAdministration } from '#features/auth/security/security.ts'
import { findView } from '#features/customers/view/find-view.ts'
import { findKeyHolder } from '#features/keys/service/find-holder.ts'
import { areInService } from '#features/members/service/are-in-service.ts'
import { findMembership } from '#features/members/service/find-membership.ts'
import { hasActiveService, readGate } from '#features/services/service.ts'
import { findPictures } from '#features/services/site-url.ts'
import { isSignedIn, type Rules } from '#server/context.ts'
import { withoutActing } from '#server/sessions/members.ts'
import { readUuid } from '#shared/uuid.ts'

const isDesk = (path: string): boolean => path === '/admin' || path.startsWith('/admin/')

const gated = new Set(['/', '/dashboard'])

/** The features' rules for all pages and calls. The gate is that of docs/product/roles-and-screens.md, "Home gate". */
export const rules: Rules = {
  hasActiveService,
  whyNoAdministration,
  findKeyHolder,
  findMembership,
  findView,
  areInService,
  findFramed: findPictures,
  async findDetour(ctx, url) {
    // The dashboard shows a whole account; members only have access to one service.
    if (!isSignedIn(ctx) || ctx.shared) return null
    const path = withoutActing(url.pathname)
    // Pages that an administrator views as a customer have their own path prefix.
    const base = ctx.viewing ? `/as/${ctx.viewing.id}` : ''
    if (path === '/auth') {
      if (ctx.viewing) return `${base}/`
      const [next, plan] = ['next', 'plan'].map((name) => url.searchParams.get(name))
      return afterSignIn({ next: readNext(next), plan: readUuid(plan) })
    }
    if (isDesk(path) && ctx.user.isAdmin && (await whyNoAdministration(ctx))) return '/account?dialog=totp'
    if (!gated.has(path)) return null
    const gate = await readGate(ctx)
    return gate === 'dashboard' ? null : `${base}/${gate}`
  },
}

import { afterSignIn, readChosenPlan, readNext } from '#features/auth/contract/after-sign-in.ts'
import { hasActiveService, readGate } from '#features/services/service.ts'
import { isSignedIn, type Rules } from '#server/context.ts'

const gated = new Set(['/', '/dashboard'])

/** The rules of features that apply to all pages and calls. The gate is that of docs/product.md, "Home gate". */
export const rules: Rules = {
  hasActiveService,
  async findDetour(ctx, url) {
    if (!isSignedIn(ctx)) return null
    if (url.pathname === '/auth') {
      const [next, plan] = ['next', 'plan'].map((name) => url.searchParams.get(name))
      return afterSignIn({ next: readNext(next), plan: readChosenPlan(plan) })
    }
    if (!gated.has(url.pathname)) return null
    const gate = await readGate(ctx)
    return gate === 'dashboard' ? null : `/${gate}`
  },
}

import { isIP } from 'node:net'
import type { Context } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'

type Ctx = Pick<Context, 'env' | 'client'>

/** The domain that passkeys are bound to, and the origin that browsers report. */
type RelyingParty = { id: string; origin: string }

function visitedUrl({ env, client }: Ctx): URL | null {
  if (env.PUBLIC_ORIGIN) return new URL(env.PUBLIC_ORIGIN)
  const address = `${client.isSecure ? 'https' : 'http'}://${client.host ?? ''}`
  return URL.canParse(address) ? new URL(address) : null
}

const isOwnMachine = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** Why passkeys cannot be used at the address of this visit; null when they can (WebAuthn Level 3). */
export function whyNoPasskeys(ctx: Ctx): string | null {
  const url = visitedUrl(ctx)
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    return 'Passkeys need a domain name such as portal.example.com. You opened this portal by its IP address.'
  if (url.protocol !== 'https:' && !isOwnMachine(url.hostname)) return 'Passkeys need an https address.'
  return null
}

/** @throws WRONG_STATE with the reason when no passkey can be used here */
export function relyingParty(ctx: Ctx): RelyingParty {
  const reason = whyNoPasskeys(ctx)
  const url = visitedUrl(ctx)
  if (reason || !url) throw new DomainError('WRONG_STATE', reason ?? 'Passkeys cannot be used here.')
  return { id: url.hostname, origin: url.origin }
}

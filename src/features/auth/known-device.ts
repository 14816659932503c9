import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Deps } from '#server/context.ts'
import { day, second } from '#shared/time.ts'

const lifetimeMs = 180 * day
const tokenForm = /^([\w-]{22})\.([\w-]{43})$/
const separator = '~'
/** Few people have several accounts in one browser, and the cookie travels with every request. */
const maxAccounts = 4

const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portal-device' : 'portal-device')

/** The known-device cookie of the browser; empty when there is none. */
function readDeviceCookie({ client }: Pick<Context, 'client'>): string {
  const name = cookieName(client.isSecure)
  const pairs = (client.cookies ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

const macOf = ({ secrets }: Pick<Deps, 'secrets'>, account: string, device: string): string =>
  createHmac('sha256', secrets.deriveKey('known devices')).update(`${account}:${device}`).digest('base64url')

/** The tokens in the cookie, one for each account, latest first. */
const tokensOf = (ctx: Pick<Context, 'client'>): string[] =>
  readDeviceCookie(ctx)
    .split(separator)
    .filter((token) => tokenForm.test(token))
    .slice(0, maxAccounts)

/** The device that a token names, if the token is for this account. */
function deviceIn(token: string, ctx: Pick<Deps, 'secrets'>, account: string): string | null {
  const [, device = '', mac = ''] = tokenForm.exec(token) ?? []
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(ctx, account, device))) ? device : null
}

/**
 * The known device of the account, proved by a token that only this portal can sign; null for any other. It admits nobody: it
 * only decides whose failures delay a sign-in.
 */
export function knownDevice(ctx: Pick<Context, 'secrets' | 'client'>, account: string): string | null {
  const devices = tokensOf(ctx).map((token) => deviceIn(token, ctx, account))
  return devices.find((device) => device !== null) ?? null
}

/** Marks the browser as known to the account for half a year after its last sign-in; the three accounts before it stay known. */
export function rememberDevice(ctx: Context, account: string): void {
  const device = knownDevice(ctx, account) ?? randomBytes(16).toString('base64url')
  const own = `${device}.${macOf(ctx, account, device)}`
  const others = tokensOf(ctx).filter((token) => token !== own)
  const attributes = [
    `${cookieName(ctx.client.isSecure)}=${[own, ...others].slice(0, maxAccounts).join(separator)}`,
    'HttpOnly',
    ...(ctx.client.isSecure ? ['Secure'] : []),
    'SameSite=Lax',
    'Path=/',
    `Max-Age=${lifetimeMs / second}`,
  ]
  ctx.reply.headers.append('set-cookie', attributes.join('; '))
}

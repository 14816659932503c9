import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Deps } from '#server/context.ts'
import { day, second } from '#shared/time.ts'

const lifetimeMs = 180 * day
const tokenForm = /^([\w-]{22})\.([\w-]{43})$/
const separator = '~'
/** People with several accounts in one browser are few, and the cookie travels with every request. */
const maxAccounts = 4

const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portal-device' : 'portal-device')

/** What the browser says it signed in with before; empty when it says nothing. */
function readDeviceCookie({ client }: Pick<Context, 'client'>): string {
  const name = cookieName(client.isSecure)
  const pairs = (client.cookies ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

const macOf = ({ secrets }: Pick<Deps, 'secrets'>, account: string, device: string): string =>
  createHmac('sha256', secrets.deriveKey('known devices')).update(`${account}:${device}`).digest('base64url')

/** The tokens that the browser sent, one for each account, the latest first. */
const tokensOf = (ctx: Pick<Context, 'client'>): string[] =>
  readDeviceCookie(ctx)
    .split(separator)
    .filter((token) => tokenForm.test(token))
    .slice(0, maxAccounts)

/** The device that a token names, if it is one for this account. */
function deviceIn(token: string, ctx: Pick<Deps, 'secrets'>, account: string): string | null {
  const [, device = '', mac = ''] = tokenForm.exec(token) ?? []
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(ctx, account, device))) ? device : null
}

/**
 * The device that the account has signed in on before, by a token that only this portal can make for this account; null
 * for every other one. It lets nobody in: it only decides whose failures a sign-in has to wait for.
 */
export function knownDevice(ctx: Pick<Context, 'secrets' | 'client'>, account: string): string | null {
  const devices = tokensOf(ctx).map((token) => deviceIn(token, ctx, account))
  return devices.find((device) => device !== null) ?? null
}

/**
 * The browser is known to belong to the account from now on, for half a year after its last sign-in, and still to the
 * three accounts before it.
 */
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

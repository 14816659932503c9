import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Deps } from '#server/context.ts'
import { day, second } from '#shared/time.ts'

const lifetimeMs = 180 * day
const tokenForm = /^([\w-]{22})\.([\w-]{43})$/

const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portal-device' : 'portal-device')
const isSecure = ({ env }: Pick<Deps, 'env'>) => env.PUBLIC_ORIGIN?.startsWith('https:') ?? false

/** What the browser says it signed in with before; null when it says nothing. */
export function readDeviceCookie(deps: Pick<Deps, 'env'>, cookies: string | null): string | null {
  const name = cookieName(isSecure(deps))
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

const macOf = ({ secrets }: Pick<Deps, 'secrets'>, account: string, device: string): string =>
  createHmac('sha256', secrets.deriveKey('known devices')).update(`${account}:${device}`).digest('base64url')

/**
 * The device that the account has signed in on before, by a token that only this portal can make for this account; null
 * for every other one. It lets nobody in: it only decides whose failures a sign-in has to wait for.
 */
export function knownDevice(ctx: Pick<Context, 'secrets' | 'client'>, account: string): string | null {
  const [, device = '', mac = ''] = tokenForm.exec(ctx.client.device ?? '') ?? []
  const expected = macOf(ctx, account, device)
  const isOurs = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected))
  return isOurs ? device : null
}

/** The browser is known to belong to the account from now on, for half a year after its last sign-in. */
export function rememberDevice(ctx: Context, account: string): void {
  const device = knownDevice(ctx, account) ?? randomBytes(16).toString('base64url')
  const attributes = [
    `${cookieName(isSecure(ctx))}=${device}.${macOf(ctx, account, device)}`,
    'HttpOnly',
    ...(isSecure(ctx) ? ['Secure'] : []),
    'SameSite=Lax',
    'Path=/',
    `Max-Age=${lifetimeMs / second}`,
  ]
  ctx.reply.headers.append('set-cookie', attributes.join('; '))
}

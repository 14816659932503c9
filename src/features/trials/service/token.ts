import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { second } from '#shared/time.ts'
import { longestLifeMs } from '../contract/limits.ts'
import { findLive, type TrialRow } from './rows.ts'

const tokenForm = /^([a-z2-7]{26})\.([\w-]{43})$/
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const nameLength = 26

const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portal-trial' : 'portal-trial')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The random part of an address, with 130 bits, and the token of its creator. Neither can be guessed. */
export function makeSecrets(): { name: string; token: string } {
  const name = Array.from(randomBytes(nameLength), (byte) => alphabet[byte % alphabet.length]).join('')
  return { name, token: randomBytes(32).toString('base64url') }
}

/** Stores the site's token in the browser, in place of an earlier one. */
export function setTrialCookie(ctx: Context, { name, token }: { name: string; token: string }): void {
  const { isSecure } = ctx.client
  const attributes = [
    `${cookieName(isSecure)}=${name}.${token}`,
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
    'SameSite=Lax',
    'Path=/',
    `Max-Age=${longestLifeMs / second}`,
  ]
  ctx.reply.headers.append('set-cookie', attributes.join('; '))
}

/** The site of the browser's token, until it expires. */
export async function findByToken(ctx: Context): Promise<TrialRow | undefined> {
  const name = cookieName(ctx.client.isSecure)
  const pairs = (ctx.client.cookies ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  const [, trial, token] = tokenForm.exec(value) ?? []
  if (!trial || !token) return undefined
  const row = await findLive(ctx, trial)
  return row?.tokenHash === hashToken(token) ? row : undefined
}

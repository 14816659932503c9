import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/context.ts'
import { readId } from '#shared/schema.ts'

const prefix = '/api/objects/'
const addressForm = /^\/api\/objects\/([0-9a-f-]{36})$/

/** The URL of a photo, as profiles store it. */
export const photoAddress = (id: string): string => prefix + id

export const objectKey = (id: string): string => `${id}.webp`

/** Parses a photo URL as profiles store it: a path of this portal, with or without its origin; undefined for any other. */
export function photoOf({ origin }: Pick<Deps, 'origin'>, address: string): string | undefined {
  const own = origin()
  const path = address.startsWith(`${own}/`) ? address.slice(own.length) : address
  const [, id] = addressForm.exec(path) ?? []
  return id === undefined ? undefined : readId(id)
}

const sign = ({ secrets }: Pick<Deps, 'secrets'>, id: string, expires: number): Buffer =>
  createHmac('sha256', secrets.deriveKey('photo uploads')).update(`${id} ${expires}`).digest()

/** A signed upload URL. Knowing it is enough to upload, once. */
export function uploadAddress(deps: Pick<Deps, 'secrets'>, id: string, expiresAt: Date): string {
  const expires = expiresAt.getTime()
  return `${photoAddress(id)}?expires=${expires}&signature=${sign(deps, id, expires).toString('base64url')}`
}

/** Whether an upload URL has a valid signature. */
export function isSigned(
  deps: Pick<Deps, 'secrets'>,
  { id, expires, signature }: { id: string; expires: number; signature: string },
): boolean {
  const given = Buffer.from(signature, 'base64url')
  const right = sign(deps, id, expires)
  return Number.isSafeInteger(expires) && given.length === right.length && timingSafeEqual(given, right)
}

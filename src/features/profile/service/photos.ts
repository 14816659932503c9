import { and, eq, gt, isNull, lte, ne } from 'drizzle-orm'
import { countHit } from '#db/limits.ts'
import type { Store, Tx } from '#db/types.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { Context, CustomerContext, Deps } from '#server/context.ts'
import { DomainError, invalid, notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, hour, minute } from '#shared/time.ts'
import type { uploadOutput } from '../contract/contract.ts'
import { uploadMinutes } from '../contract/photo.ts'
import type { PhotoResult } from '../drivers/photo-maker.ts'
import { assertPhotoType } from './image-type.ts'
import { isSigned, objectKey, uploadAddress } from './photo-address.ts'

type PhotoRow = Store['t']['photos']['$inferSelect']

const uploadsPerHour = 30

const noAddress = () => notFound('This upload address')

const storeDown = (cause: unknown) =>
  new DomainError('UNAVAILABLE', 'Photos cannot be stored at the moment. Please try again.', {
    retryAfterSeconds: 30,
    cause,
  })

/** Creates an upload URL for the caller, valid once and for 10 minutes. @throws TOO_MANY_REQUESTS (30 an hour) */
export async function offerUpload(ctx: CustomerContext): Promise<Answered<Answer<typeof uploadOutput>>> {
  const now = ctx.now()
  await countHit(ctx.store, { key: `photo:${ctx.user.id}`, limit: uploadsPerHour, windowMs: hour, now })
  const id = Bun.randomUUIDv7()
  const expiresAt = after(now, uploadMinutes * minute)
  return mutate(ctx, async (tx) => {
    const { place } = ctx.objects
    await tx.insert(tx.t.photos).values({
      id,
      userId: ctx.user.id,
      status: 'waiting',
      place,
      expiresAt,
      createdAt: now,
    })
    return { uploadURL: uploadAddress(ctx, id, expiresAt) }
  })
}

const set = (tx: Tx, id: string, was: PhotoRow['status'], values: Partial<PhotoRow>) => {
  const { photos } = tx.t
  return tx
    .update(photos)
    .set(values)
    .where(and(eq(photos.id, id), eq(photos.status, was)))
    .returning()
}

/** Longer than decoding and storing take; until then the sweep spares a running upload. */
const receivingMs = 5 * minute

/** Lets one of several simultaneous uploads to one URL through. */
async function claim(ctx: Context, id: string): Promise<void> {
  const { photos } = ctx.store.t
  const isLive = and(eq(photos.id, id), eq(photos.status, 'waiting'), gt(photos.expiresAt, ctx.now()))
  const expiresAt = after(ctx.now(), receivingMs)
  const rows = await ctx.store.tx((tx) =>
    tx.update(tx.t.photos).set({ status: 'receiving', expiresAt }).where(isLive).returning(),
  )
  if (rows.length === 0) throw noAddress()
}

const sentences: Record<Extract<PhotoResult, { refused: unknown }>['refused'], string> = {
  unreadable: 'This image is damaged and cannot be read.',
  tooManyPixels: 'This image has too many pixels. Please select a smaller one.',
  tooCostly: 'This image cannot be read. Please select another one.',
}

async function makePhoto(ctx: Context, image: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  assertPhotoType(image)
  const made = await ctx.photoMaker.make(image)
  if ('refused' in made) throw invalid('photo', sentences[made.refused])
  return made.bytes
}

/** A request to an upload URL. */
export type Upload = { id: string; expires: number; signature: string }

/** @throws NOT_FOUND for an invalid signature */
export function assertSigned(ctx: Context, upload: Upload): void {
  if (!isSigned(ctx, upload)) throw noAddress()
}

/**
 * Stores the photo as a square of 512 px, encoded anew, and uses up the URL. After a refusal the URL stays valid.
 * @throws NOT_FOUND for a URL that is unknown, used or expired, UNSUPPORTED_MEDIA_TYPE, INVALID for an image that cannot be
 * decoded, UNAVAILABLE
 */
export async function receivePhoto(
  ctx: Context,
  { id, expires }: Upload,
  image: Uint8Array,
): Promise<{ ok: true }> {
  await claim(ctx, id)
  try {
    const bytes = await makePhoto(ctx, image)
    await ctx.objects.put(objectKey(id), bytes).catch((error) => {
      throw storeDown(error)
    })
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    const expiresAt = after(ctx.now(), day)
    const kept = { status: 'kept', fileSize: bytes.length, sha256, expiresAt } as const
    const rows = await ctx.store.tx((tx) => set(tx, id, 'receiving', kept))
    if (rows.length === 0) {
      // The sweep removed the row as abandoned, so that nothing refers to these bytes.
      await ctx.objects.remove(objectKey(id))
      throw noAddress()
    }
    return { ok: true }
  } catch (error) {
    const again = { status: 'waiting', expiresAt: new Date(expires) } as const
    await ctx.store.tx((tx) => set(tx, id, 'receiving', again))
    throw error
  }
}

/** The bytes of one of the caller's photos, and their hash. @throws NOT_FOUND, UNAVAILABLE */
export async function readPhoto(ctx: CustomerContext, id: string) {
  const { photos } = ctx.store.t
  const [photo] = await ctx.store.read
    .select()
    .from(photos)
    .where(and(eq(photos.userId, ctx.user.id), eq(photos.id, id), eq(photos.status, 'kept')))
  const bytes = photo
    ? await ctx.objects.get(objectKey(id)).catch((error) => {
        throw storeDown(error)
      })
    : null
  if (!photo || !bytes) throw notFound('This photo')
  return { bytes, sha256: photo.sha256 ?? '' }
}

type PhotoChange = { userId: string; photoId: string | null }

/**
 * Makes this the user's only photo and marks earlier ones as removed.
 * @throws INVALID unless the user uploaded it
 */
export async function showPhoto(tx: Tx, { userId, photoId }: PhotoChange): Promise<void> {
  const { photos } = tx.t
  const own = and(eq(photos.userId, userId), eq(photos.status, 'kept'))
  if (photoId !== null) {
    const shown = await tx
      .update(photos)
      .set({ expiresAt: null })
      .where(and(own, eq(photos.id, photoId)))
      .returning({ id: photos.id })
    if (shown.length === 0) throw invalid('profileImageUrl', 'Choose a photo that you uploaded.')
  }
  const former = and(own, isNull(photos.expiresAt))
  const others = photoId === null ? former : and(former, ne(photos.id, photoId))
  await tx.update(photos).set({ status: 'removed' }).where(others)
}

/** Removes photos, with their objects, that no profile shows any more or whose upload did not finish in time. */
export async function sweepPhotos({ store, objects, now, log }: Deps): Promise<void> {
  const { photos } = store.t
  const isOver = and(ne(photos.status, 'removed'), lte(photos.expiresAt, now()))
  await store.tx((tx) => tx.update(tx.t.photos).set({ status: 'removed' }).where(isOver))
  const removed = await store.read.select().from(photos).where(eq(photos.status, 'removed')).limit(100)
  for (const { id, place } of removed) {
    // Its object is in another store; it is removed when that store is configured again.
    if (place !== objects.place) continue
    try {
      await objects.remove(objectKey(id))
      await store.tx((tx) => tx.delete(tx.t.photos).where(eq(tx.t.photos.id, id)))
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown failure'
      log.warn('a photo was not removed', { photo: id, message })
    }
  }
}

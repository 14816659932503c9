import type { z } from 'zod'
import { countHit } from '#db/limits.ts'
import type { userOutput } from '#features/auth/contract/contract.ts'
import { presentUser, refuseTaken } from '#features/auth/service/accounts.ts'
import { changeAccount } from '#features/auth/service/change-account.ts'
import { lockUser } from '#features/auth/service/lock-user.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { emailKey } from '#shared/email-key.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { hour } from '#shared/time.ts'
import type { updateProfileInput } from '../contract/contract.ts'
import { photoAddress, photoOf } from './photo-address.ts'
import { showPhoto } from './photos.ts'

type Input = z.output<typeof updateProfileInput>

/** A new address gets a mail; the limit stops senders of mass mail to strangers. */
const emailsPerHour = 5

/** The stored form of the requested photo URL, if it is one of ours. */
function readPhoto(ctx: CustomerContext, address: string): { photoId: string; stored: string } {
  const photoId = photoOf(ctx, address)
  if (photoId === undefined) throw invalid('profileImageUrl', 'Choose a photo that you uploaded.')
  return { photoId, stored: photoAddress(photoId) }
}

/**
 * Updates the caller's profile; omitted fields stay, and equal values change nothing
 * (docs/product/profile-and-data.md, "Profile").
 * @throws CONFLICT when the e-mail address or the mobile number is taken, INVALID for another user's photo, TOO_MANY_REQUESTS
 * beyond 5 new addresses an hour
 */
export async function updateProfile(
  ctx: CustomerContext,
  { profileImageUrl, ...fields }: Input,
): Promise<Answered<Answer<typeof userOutput>>> {
  const now = ctx.now()
  const { email } = fields
  if (email !== undefined && email !== emailKey(ctx.user.email))
    await countHit(ctx.store, { key: `email:${ctx.user.id}`, limit: emailsPerHour, windowMs: hour, now })
  const photo = typeof profileImageUrl === 'string' ? readPhoto(ctx, profileImageUrl) : null
  const image = profileImageUrl === undefined ? {} : { profileImageUrl: photo?.stored ?? null }
  return mutate(ctx, async (tx) => {
    await lockUser(tx, ctx)
    const { former, account } = await changeAccount(tx, ctx, { ...fields, ...image })
    if (former.profileImageUrl !== account.profileImageUrl)
      await showPhoto(tx, { userId: account.id, photoId: photo?.photoId ?? null })
    return presentUser(account)
  }).catch(refuseTaken)
}

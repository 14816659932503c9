import { z } from 'zod'
import type { Feature } from '#server/feature.ts'
import { ok } from '#shared/schema.ts'
import { data } from './data.ts'
import { createDiskStore } from './drivers/disk-store.ts'
import type { ObjectStore } from './drivers/object-store.ts'
import { readObjectsUrl } from './drivers/objects-url.ts'
import { createOutboxSms } from './drivers/outbox-sms.ts'
import { createPhotoMaker, type PhotoMaker } from './drivers/photo-maker.ts'
import { createS3Store } from './drivers/s3-store.ts'
import type { SmsSender } from './drivers/sms-sender.ts'
import { profileHttp } from './http.ts'
import { invariants } from './invariants.ts'
import { sendingSms, sweepingPhotos } from './jobs.ts'
import { findPhotoProgram } from './programs/find-program.ts'
import { profileRouter } from './router.ts'
import { eraseAccount } from './service/erase.ts'
import { exports } from './service/export-photo.ts'
import { settings } from './settings.ts'

declare module '#server/context.ts' {
  interface Deps {
    objects: ObjectStore
    photoMaker: PhotoMaker
    smsSender: SmsSender
  }
}

export const profile = {
  name: 'profile',
  settings,
  procedures: { profile: profileRouter },
  http: {
    routes: [
      {
        method: 'PUT',
        path: '/api/objects/:id',
        access: 'visitor',
        idleSeconds: 60,
        description: {
          summary: 'Uploads a profile photo of at most 5 MB to a signed URL.',
          query: z.object({ expires: z.string(), signature: z.string() }),
          answer: { type: 'application/json', schema: ok },
          refusals: [404, 413, 415, 422, 503],
        },
      },
      {
        method: 'GET',
        path: '/api/objects/:id',
        access: 'customer',
        isViewed: true,
        description: {
          summary: 'Shows one of your profile photos.',
          answer: { type: 'image/webp' },
          refusals: [404, 503],
        },
      },
    ],
    mount: profileHttp,
  },
  open({ env }) {
    const bucket = env.OBJECTS_URL ? readObjectsUrl(env.OBJECTS_URL) : null
    return {
      objects: bucket ? createS3Store(bucket) : createDiskStore(`${env.DATA_DIR}/objects`),
      photoMaker: createPhotoMaker(() => findPhotoProgram(env.RUN_DIR)),
      smsSender: createOutboxSms(`${env.DATA_DIR}/outbox`),
    }
  },
  work: { mail: { handlers: [sendingSms], tasks: [sweepingPhotos] } },
  drivers: ({ objects, smsSender }) => [
    { area: 'Objects', driver: objects },
    { area: 'Text messages', driver: smsSender },
  ],
  data,
  invariants,
  exports,
  eraseAccount,
} satisfies Feature

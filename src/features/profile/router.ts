import { userOutput } from '#features/auth/contract/contract.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { sentCodeOutput, updateProfileInput, uploadOutput, verifyMobileInput } from './contract/contract.ts'
import { sendCode, verifyMobile } from './service/mobile.ts'
import { offerUpload } from './service/photos.ts'
import { updateProfile } from './service/update-profile.ts'

export const profileRouter = router({
  update: customer
    .meta({
      rest: 'PUT /api/user/profile',
      summary: 'Updates the given fields of your profile.',
      example: { firstName: 'Asha', lastName: 'Rao', organization: 'Rao & Sons' },
      refusals: [409],
    })
    .input(updateProfileInput)
    .output(userOutput)
    .mutation(({ ctx, input }) => updateProfile(ctx, input)),
  offerUpload: customer
    .meta({
      rest: 'POST /api/objects/upload',
      summary: 'Creates a URL for one upload of a profile photo, valid for 10 minutes.',
      status: 201,
      idempotent: false,
    })
    .output(uploadOutput)
    .mutation(({ ctx }) => offerUpload(ctx)),
  mobile: router({
    send: customer
      .meta({ rest: 'POST /api/user/mobile/send', summary: 'Sends a code to your mobile number.' })
      .output(sentCodeOutput)
      .mutation(({ ctx }) => sendCode(ctx)),
    verify: customer
      .meta({
        rest: 'POST /api/user/mobile/verify',
        summary: 'Verifies your mobile number with the code from the message.',
        example: { code: '123456' },
        idempotent: false,
      })
      .input(verifyMobileInput)
      .output(userOutput)
      .mutation(({ ctx, input }) => verifyMobile(ctx, input)),
  }),
})

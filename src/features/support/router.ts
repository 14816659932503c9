import { router, visitor } from '#server/trpc.ts'
import { contactInput, contactOutput } from './contract.ts'
import { sendContactMessage } from './service.ts'

export const supportRouter = router({
  contact: visitor
    .meta({ rest: 'POST /api/contact', status: 201 })
    .input(contactInput)
    .output(contactOutput)
    .mutation(({ ctx, input }) => sendContactMessage(ctx, input)),
})

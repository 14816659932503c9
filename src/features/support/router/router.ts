import { router, visitor } from '#server/trpc/trpc.ts'
import { contactInput, contactOutput } from '../contract/contract.ts'
import { sendContactMessage } from '../service.ts'

export const supportRouter = router({
  contact: visitor
    .meta({
      rest: 'POST /api/contact',
      summary: 'Sends a message to the support team.',
      example: {
        firstName: 'Asha',
        lastName: 'Rao',
        email: 'asha@example.com',
        subject: 'Plans',
        message: 'Which plan fits a small shop?',
      },
      status: 201,
    })
    .input(contactInput)
    .output(contactOutput)
    .mutation(({ ctx, input }) => sendContactMessage(ctx, input)),
})

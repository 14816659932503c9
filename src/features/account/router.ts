import { customer, router } from '#server/trpc/trpc.ts'
import { deleteInput, deletionOutput, exportOutput } from './contract/contract.ts'
import { cancelDeletion, readDeletion, requestDeletion } from './deletion/request.ts'
import { readExport, requestExport } from './export/request.ts'

export const accountRouter = router({
  export: router({
    read: customer
      .meta({ rest: 'GET /api/user/export', summary: 'Shows your newest data export.' })
      .output(exportOutput)
      .query(({ ctx }) => readExport(ctx)),
    request: customer
      .meta({
        rest: 'POST /api/user/export',
        summary: 'Exports all your data into one archive and emails you when it is ready.',
        status: 202,
      })
      .output(exportOutput)
      .mutation(({ ctx }) => requestExport(ctx)),
  }),
  deletion: router({
    read: customer
      .meta({
        rest: 'GET /api/user/deletion',
        summary: 'Shows whether your account is scheduled for deletion.',
      })
      .output(deletionOutput)
      .query(({ ctx }) => readDeletion(ctx)),
    request: customer
      .meta({
        rest: 'POST /api/user/deletion',
        summary: 'Schedules your account for deletion in 14 days; you can cancel until then.',
        example: { password: 'correct horse battery' },
        idempotent: false,
      })
      .input(deleteInput)
      .output(deletionOutput)
      .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
    keep: customer
      .meta({
        rest: 'DELETE /api/user/deletion',
        summary: 'Cancels the deletion of your account.',
        refusals: [404],
      })
      .output(deletionOutput)
      .mutation(({ ctx }) => cancelDeletion(ctx)),
  }),
})

import { customer, router } from '#server/trpc/trpc.ts'
import { deleteInput, deletionOutput, exportOutput } from './contract/contract.ts'
import { keepAccount, readDeletion, requestDeletion } from './deletion/request.ts'
import { readExport, requestExport } from './export/request.ts'

export const accountRouter = router({
  export: router({
    read: customer
      .meta({ rest: 'GET /api/user/export', summary: 'Shows the newest export of your data.' })
      .output(exportOutput)
      .query(({ ctx }) => readExport(ctx)),
    request: customer
      .meta({
        rest: 'POST /api/user/export',
        summary: 'Puts everything that you have into one archive, which a mail tells of.',
        status: 202,
      })
      .output(exportOutput)
      .mutation(({ ctx }) => requestExport(ctx)),
  }),
  deletion: router({
    read: customer
      .meta({ rest: 'GET /api/user/deletion', summary: 'Shows whether your account is to be deleted.' })
      .output(deletionOutput)
      .query(({ ctx }) => readDeletion(ctx)),
    request: customer
      .meta({
        rest: 'POST /api/user/deletion',
        summary: 'Has your account deleted in 14 days, unless you take it back.',
        example: { password: 'correct horse battery' },
        idempotent: false,
      })
      .input(deleteInput)
      .output(deletionOutput)
      .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
    keep: customer
      .meta({
        rest: 'DELETE /api/user/deletion',
        summary: 'Keeps your account, which was to be deleted.',
        refusals: [404],
      })
      .output(deletionOutput)
      .mutation(({ ctx }) => keepAccount(ctx)),
  }),
})

import { z } from 'zod'
import { activeCustomer, customer, router } from '#server/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { listedShareOutput, revokeShareInput, shareInput, shareOutput } from './contract/shares.ts'
import {
  archiveOutput,
  browseInput,
  browseOutput,
  changeFileInput,
  createFolderInput,
  emptyTrashInput,
  fileOutput,
  listInput,
  selectionInput,
  trashInput,
  trashTotalsOutput,
} from './contract.ts'
import { offerArchive } from './service/archive-ticket.ts'
import { browseFiles } from './service/browse-files.ts'
import { changeFile, createFolder, deleteFiles, undeleteFile } from './service/change-files.ts'
import { emptyTrash, removeTrashed } from './service/empty-trash.ts'
import { listFiles, listTrash } from './service/list-files.ts'
import { listShares, revokeShare } from './service/own-shares.ts'
import { shareFile } from './service/share-file.ts'
import { readTrashTotals } from './service/trash-totals.ts'

const shares = router({
  list: customer
    .meta({ rest: 'GET /api/files/shares' })
    .output(z.array(listedShareOutput))
    .query(({ ctx }) => listShares(ctx)),
  revoke: customer
    .meta({ rest: 'DELETE /api/files/shares/:id' })
    .input(revokeShareInput)
    .output(ok)
    .mutation(({ ctx, input }) => revokeShare(ctx, input)),
})

export const filesRouter = router({
  list: customer
    .meta({ rest: ['GET /api/files', 'GET /api/files/:serviceId'] })
    .input(listInput.optional())
    .output(z.array(fileOutput))
    .query(({ ctx, input }) => listFiles(ctx, input)),
  browse: customer
    .input(browseInput)
    .output(browseOutput)
    .query(({ ctx, input }) => browseFiles(ctx, input)),
  trash: customer
    .meta({ rest: 'GET /api/files/trash' })
    .input(trashInput.optional())
    .output(z.array(fileOutput))
    .query(({ ctx, input }) => listTrash(ctx, input)),
  trashTotals: customer
    .input(emptyTrashInput.optional())
    .output(trashTotalsOutput)
    .query(({ ctx, input }) => readTrashTotals(ctx, input)),
  emptyTrash: customer
    .meta({ rest: 'DELETE /api/files/trash' })
    .input(emptyTrashInput.optional())
    .output(ok)
    .mutation(({ ctx, input }) => emptyTrash(ctx, input)),
  removeTrashed: customer
    .meta({ rest: 'DELETE /api/files/trash/:id' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeTrashed(ctx, input)),
  createFolder: activeCustomer
    .meta({ rest: 'POST /api/files/folders', status: 201 })
    .input(createFolderInput)
    .output(fileOutput)
    .mutation(({ ctx, input }) => createFolder(ctx, input)),
  update: customer
    .meta({ rest: 'PATCH /api/files/:id' })
    .input(changeFileInput)
    .output(fileOutput)
    .mutation(({ ctx, input }) => changeFile(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/files/:id' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => deleteFiles(ctx, { ids: [input.id] })),
  removeMany: customer
    .meta({ rest: 'POST /api/files/delete' })
    .input(selectionInput)
    .output(ok)
    .mutation(({ ctx, input }) => deleteFiles(ctx, input)),
  archive: customer
    .meta({ rest: 'POST /api/files/archive', idempotent: false })
    .input(selectionInput)
    .output(archiveOutput)
    .mutation(({ ctx, input }) => offerArchive(ctx, input)),
  undelete: customer
    .meta({ rest: 'POST /api/files/:id/undelete' })
    .input(byId)
    .output(fileOutput)
    .mutation(({ ctx, input }) => undeleteFile(ctx, input)),
  share: customer
    .meta({ rest: 'POST /api/files/:id/share', status: 201, idempotent: false })
    .input(shareInput)
    .output(shareOutput)
    .mutation(({ ctx, input }) => shareFile(ctx, input)),
  shares,
})

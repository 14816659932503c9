import { z } from 'zod'
import { activeCustomer, customer, router } from '#server/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import { undoExtractInput } from './contract/extract.ts'
import {
  browseInput,
  browseOutput,
  changeFileInput,
  createFolderInput,
  deleteFilesInput,
  fileOutput,
  listInput,
  shareInput,
  shareOutput,
  trashInput,
} from './contract.ts'
import { undoExtract } from './extract/undo-extract.ts'
import { browseFiles } from './service/browse-files.ts'
import { changeFile, createFolder, deleteFiles, undeleteFile } from './service/change-files.ts'
import { listFiles, listTrash } from './service/list-files.ts'
import { shareFile } from './service/share-file.ts'

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
    .input(deleteFilesInput)
    .output(ok)
    .mutation(({ ctx, input }) => deleteFiles(ctx, input)),
  undoExtract: customer
    .meta({ rest: 'POST /api/files/extracted/undo' })
    .input(undoExtractInput)
    .output(ok)
    .mutation(({ ctx, input }) => undoExtract(ctx, input)),
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
})

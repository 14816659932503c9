import { z } from 'zod'
import { fileOutput, trashTotalsOutput } from '#features/files/contract/contract.ts'
import { undoExtractInput } from '#features/files/contract/extract.ts'
import {
  listedShareOutput,
  revokeShareInput,
  shareInput,
  shareOutput,
} from '#features/files/contract/shares.ts'
import { undoExtract } from '#features/files/ingest/undo-put.ts'
import { createFolder, deleteFiles, undeleteFile } from '#features/files/service/change-files.ts'
import { changeFile, moveFiles } from '#features/files/service/move-files.ts'
import { listShares, revokeShare } from '#features/files/sharing/own-shares.ts'
import { shareFile } from '#features/files/sharing/share-file.ts'
import { emptyTrash, removeTrashed } from '#features/files/trash/empty-trash.ts'
import { readTrashTotals } from '#features/files/trash/trash-totals.ts'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { activeCustomer, customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  archiveOutput,
  browseInput,
  browseOutput,
  changeFileInput,
  createFolderInput,
  emptyTrashInput,
  listInput,
  maxSaveBytes,
  moveFilesInput,
  openedFileOutput,
  saveContentInput,
  selectionInput,
  trashInput,
} from '../contract/contract.ts'
import { offerArchive } from '../service/archive-ticket.ts'
import { browseFiles } from '../service/browse-files.ts'
import { getFile, listFiles, listTrash } from '../service/list-files.ts'
import { saveContent } from '../service/save-content.ts'

const shares = router({
  list: customer
    .meta({
      shared: { from: 'developer', by: {} },
      rest: 'GET /api/files/shares',
      summary: 'Lists your share links that have not expired.',
    })
    .output(z.array(listedShareOutput))
    .query(({ ctx }) => listShares(ctx)),
  revoke: customer
    .meta({
      shared: { from: 'developer', by: { id: 'share' } },
      rest: 'DELETE /api/files/shares/:id',
      summary: 'Revokes a share link.',
    })
    .input(revokeShareInput)
    .output(ok)
    .mutation(({ ctx, input }) => revokeShare(ctx, input)),
})

export const filesRouter = router({
  list: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      rest: ['GET /api/files', 'GET /api/files/:serviceId'],
      summary: 'Lists the files of your services, or of one folder.',
    })
    .input(listInput.optional())
    .output(z.array(fileOutput))
    .query(({ ctx, input }) => listFiles(ctx, input)),
  browse: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      summary: 'Shows a page of a folder, or of search results.',
    })
    .input(browseInput)
    .output(browseOutput)
    .query(({ ctx, input }) => browseFiles(ctx, input)),
  get: customer
    .meta({
      shared: { from: 'viewer', by: { id: 'file' } },
      summary: 'Describes a file and its current version.',
    })
    .input(byId)
    .output(openedFileOutput)
    .query(({ ctx, input }) => getFile(ctx, input)),
  save: customer
    .meta({
      shared: { from: 'developer', by: { id: 'file' } },
      rest: 'PUT /api/files/:id/content',
      summary: 'Saves the text of a file.',
      example: { content: '<h1>Hello again</h1>', baseVersion: '9834876dcfb05cb167a5c24953eba58c' },
      maxBodyBytes: maxSaveBytes,
    })
    .input(saveContentInput)
    .output(openedFileOutput)
    .mutation(({ ctx, input }) => saveContent(ctx, input)),
  trash: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      rest: 'GET /api/files/trash',
      summary: 'Lists deleted files that can be restored.',
    })
    .input(trashInput.optional())
    .output(z.array(fileOutput))
    .query(({ ctx, input }) => listTrash(ctx, input)),
  trashTotals: customer
    .meta({
      shared: { from: 'viewer', by: { serviceId: 'service' } },
      summary: 'Counts the files and folders in the trash, of one service or all.',
    })
    .input(emptyTrashInput.optional())
    .output(trashTotalsOutput)
    .query(({ ctx, input }) => readTrashTotals(ctx, input)),
  emptyTrash: customer
    .meta({
      shared: { from: 'developer', by: { serviceId: 'service' } },
      rest: 'DELETE /api/files/trash',
      summary: 'Empties the trash of one service or all.',
    })
    .input(emptyTrashInput.optional())
    .output(ok)
    .mutation(({ ctx, input }) => emptyTrash(ctx, input)),
  removeTrashed: customer
    .meta({
      shared: { from: 'developer', by: { id: 'file' } },
      rest: 'DELETE /api/files/trash/:id',
      summary: 'Deletes a file or folder in the trash permanently.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeTrashed(ctx, input)),
  createFolder: activeCustomer
    .meta({
      shared: { from: 'developer', by: { serviceId: 'service' } },
      rest: 'POST /api/files/folders',
      summary: 'Creates a folder.',
      example: { serviceId: exampleId, path: 'images/summer' },
      status: 201,
    })
    .input(createFolderInput)
    .output(fileOutput)
    .mutation(({ ctx, input }) => createFolder(ctx, input)),
  update: customer
    .meta({
      shared: { from: 'developer', by: { id: 'file' } },
      rest: 'PATCH /api/files/:id',
      summary: 'Renames or moves a file or folder.',
    })
    .input(changeFileInput)
    .output(fileOutput)
    .mutation(({ ctx, input }) => changeFile(ctx, input)),
  move: customer
    .meta({
      shared: { from: 'developer', by: { ids: 'file' } },
      rest: 'POST /api/files/move',
      summary: 'Moves up to 500 files and folders of one service to a folder.',
    })
    .input(moveFilesInput)
    .output(ok)
    .mutation(({ ctx, input }) => moveFiles(ctx, input)),
  remove: customer
    .meta({
      shared: { from: 'developer', by: { id: 'file' } },
      rest: 'DELETE /api/files/:id',
      summary: 'Moves a file or folder to the trash.',
    })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => deleteFiles(ctx, { ids: [input.id] })),
  removeMany: customer
    .meta({
      shared: { from: 'developer', by: { ids: 'file' } },
      rest: 'POST /api/files/delete',
      summary: 'Moves up to 500 files and folders to the trash.',
    })
    .input(selectionInput)
    .output(ok)
    .mutation(({ ctx, input }) => deleteFiles(ctx, input)),
  undoExtract: customer
    .meta({
      shared: { from: 'developer', by: { made: 'file', replaced: 'file' } },
      rest: 'POST /api/files/extracted/undo',
      summary: 'Undoes an extraction: moves its files to the trash and restores those it replaced.',
    })
    .input(undoExtractInput)
    .output(ok)
    .mutation(({ ctx, input }) => undoExtract(ctx, input)),
  archive: customer
    .meta({
      shared: { from: 'viewer', by: { ids: 'file' } },
      rest: 'POST /api/files/archive',
      summary: 'Creates a single-use URL to download files as one zip.',
      scope: 'files:read',
      idempotent: false,
    })
    .input(selectionInput)
    .output(archiveOutput)
    .mutation(({ ctx, input }) => offerArchive(ctx, input)),
  undelete: customer
    .meta({
      shared: { from: 'developer', by: { id: 'file' } },
      rest: 'POST /api/files/:id/undelete',
      summary: 'Restores a file or folder from the trash.',
    })
    .input(byId)
    .output(fileOutput)
    .mutation(({ ctx, input }) => undeleteFile(ctx, input)),
  share: customer
    .meta({
      shared: { from: 'developer', by: { id: 'file' } },
      rest: 'POST /api/files/:id/share',
      summary: 'Creates a link that opens a file without signing in.',
      example: { expiresIn: 86_400 },
      status: 201,
      idempotent: false,
    })
    .input(shareInput)
    .output(shareOutput)
    .mutation(({ ctx, input }) => shareFile(ctx, input)),
  shares,
})

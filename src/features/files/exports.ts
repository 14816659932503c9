import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Account export: the stored data about the files of a customer's services. */
export const exports: readonly ExportPart[] = [
  exportRows('files/files', (t) =>
    columnsOf(t.files, [
      'id',
      'serviceId',
      'fileName',
      'path',
      'fileType',
      'fileSize',
      'isFolder',
      'sha256',
      'uploadedAt',
      'updatedAt',
      'deletedAt',
    ]),
  ),
  exportRows('files/shares', (t) => columnsOf(t.fileShares, ['id', 'fileId', 'expiresAt', 'createdAt'])),
]

import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'
import { projectSources } from './service/export-files.ts'

/** The customer's projects with their current files, for the data export. */
export const exports: readonly ExportPart[] = [
  exportRows('projects/projects', (t) =>
    columnsOf(t.projects, [
      'id',
      'name',
      'description',
      'publishedServiceId',
      'publishedAt',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('projects/files', (t) =>
    columnsOf(t.projectFiles, [
      'id',
      'projectId',
      'parentId',
      'name',
      'type',
      'size',
      'version',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('projects/versions', (t) =>
    columnsOf(t.projectFileVersions, ['fileId', 'version', 'content', 'size', 'createdAt'], {
      key: ['fileId', 'version'],
      rowsAtATime: 10,
    }),
  ),
  projectSources,
]

import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './people/auth.ts'
import type { ServiceTables } from './services.ts'

/** The last publish that changed a site: the added and the trashed files, and the previous publish info. */
type PublishUndo = {
  serviceId: string
  at: string
  made: string[]
  replaced: string[]
  before: { serviceId: string | null; at: string | null }
}

/** Programming projects, their files and older versions of these. */
export function projectTables(k: Kit, { users, userServices }: AccountTables & ServiceTables) {
  const projects = k.table(
    'projects',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      name: k.text().notNull(),
      description: k.text(),
      publishedServiceId: k.ref(),
      publishedAt: k.time(),
      /** The undo of the last publish; null once used. */
      publishUndo: k.json<PublishUndo>(),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'projects_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'projects_service_fk',
        columns: [t.userId, t.publishedServiceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k.index('projects_user').on(t.userId, t.createdAt, t.id),
    ],
  )

  const projectFiles = k.table(
    'project_files',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      projectId: k.ref().notNull(),
      parentId: k.ref(),
      name: k.text().notNull(),
      type: k.oneOf(['html', 'css', 'js', 'ts', 'py', 'json', 'md']).notNull(),
      content: k.text().notNull().default(''),
      /** Bytes of UTF-8. */
      size: k.int().notNull().default(0),
      version: k.int().notNull().default(1),
      createdAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'project_files_pkey', columns: [t.userId, t.id] }),
      k
        .foreignKey({
          name: 'project_files_project_fk',
          columns: [t.userId, t.projectId],
          foreignColumns: [projects.userId, projects.id],
        })
        .onDelete('cascade'),
      k.uniqueIndex('project_files_name_key').on(t.userId, t.projectId, t.name),
      // All columns but the text: SQLite reads a row of 1 MB to its end to get the columns after the text.
      k
        .index('project_files_outline')
        .on(t.userId, t.projectId, t.createdAt, t.id, t.name, t.type, t.size, t.version, t.updatedAt),
    ],
  )

  const projectFileVersions = k.table(
    'project_file_versions',
    {
      userId: k.ref().notNull(),
      fileId: k.ref().notNull(),
      version: k.int().notNull(),
      content: k.text().notNull(),
      size: k.int().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'project_file_versions_pkey', columns: [t.userId, t.fileId, t.version] }),
      k
        .foreignKey({
          name: 'project_file_versions_file_fk',
          columns: [t.userId, t.fileId],
          foreignColumns: [projectFiles.userId, projectFiles.id],
        })
        .onDelete('cascade'),
      k.index('project_file_versions_age').on(t.userId, t.createdAt, t.fileId, t.version, t.size),
    ],
  )

  return { projects, projectFiles, projectFileVersions }
}

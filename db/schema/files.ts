import { sql } from 'drizzle-orm'
import type { Kit } from '#db/kit.ts'
import type { AccountTables } from './people/auth.ts'
import type { ServiceTables } from './services.ts'

/** The files of a service and the links that share them. */
export function fileTables(k: Kit, { users, userServices }: AccountTables & ServiceTables) {
  const files = k.table(
    'file_manager',
    {
      id: k.id().notNull(),
      userId: k
        .ref()
        .notNull()
        .references(() => users.id),
      serviceId: k.ref().notNull(),
      fileName: k.text().notNull(),
      /** The folder below the service's root, empty for the root itself. */
      path: k.text().notNull().default(''),
      /** Folder and name. */
      filePath: k.text().notNull(),
      /** NFC of the path: NFC and NFD twins are one name. */
      pathKey: k.text().notNull(),
      fileType: k.text().notNull(),
      fileSize: k.big().notNull().default(0),
      isFolder: k.bool().notNull().default(false),
      sha256: k.text(),
      uploadedAt: k.time().notNull(),
      updatedAt: k.time().notNull(),
      /** When it was moved to the trash. */
      deletedAt: k.time(),
      /** The folder with which it was moved to the trash, and will be restored. */
      trashedWith: k.ref(),
    },
    (t) => [
      k.primaryKey({ name: 'file_manager_pkey', columns: [t.userId, t.id] }),
      k.foreignKey({
        name: 'file_manager_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
      k
        .uniqueIndex('file_manager_path_key')
        .on(t.userId, t.serviceId, t.pathKey)
        .where(sql`deleted_at is null`),
      k.index('file_manager_user').on(t.userId, t.uploadedAt, t.id).where(sql`deleted_at is null`),
      k
        .index('file_manager_service')
        .on(t.userId, t.serviceId, t.uploadedAt, t.id)
        .where(sql`deleted_at is null`),
      k
        .index('file_manager_folder')
        .on(t.userId, t.serviceId, t.path, t.uploadedAt, t.id)
        .where(sql`deleted_at is null`),
      // The pages of the file manager: the rows of one folder, folders and files apart, in each order it offers.
      ...[
        { name: 'file_manager_by_name', key: sql`lower(${t.fileName})` },
        { name: 'file_manager_by_size', key: t.fileSize },
        { name: 'file_manager_by_date', key: t.uploadedAt },
      ].map(({ name, key }) =>
        k.index(name).on(t.serviceId, t.path, t.isFolder, key, t.id).where(sql`deleted_at is null`),
      ),
      k.index('file_manager_trash').on(t.userId, t.serviceId).where(sql`deleted_at is not null`),
      k
        .index('file_manager_trash_roots')
        .on(t.userId, t.deletedAt, t.id)
        .where(sql`deleted_at is not null and trashed_with is null`),
      k
        .index('file_manager_expired_roots')
        .on(t.deletedAt)
        .where(sql`deleted_at is not null and trashed_with is null`),
      k
        .index('file_manager_trashed_with')
        .on(t.userId, t.trashedWith, t.id)
        .where(sql`trashed_with is not null`),
      k.index('file_manager_expired').on(t.deletedAt).where(sql`deleted_at is not null`),
    ],
  )

  /**
   * Totals of a folder of a service, updated with every change of the live rows, so that no page counts them. A row of
   * zeros does not exist.
   */
  const fileTotals = k.table(
    'file_totals',
    {
      userId: k.ref().notNull(),
      /** A folder: its direct contents. `/`: all folders of the service together. */
      path: k.text().notNull(),
      serviceId: k.ref().notNull(),
      files: k.big().notNull().default(0),
      folders: k.big().notNull().default(0),
      bytes: k.big().notNull().default(0),
      images: k.big().notNull().default(0),
    },
    (t) => [
      k.primaryKey({ name: 'file_totals_pkey', columns: [t.userId, t.path, t.serviceId] }),
      k.foreignKey({
        name: 'file_totals_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
    ],
  )

  const fileShares = k.table(
    'file_shares',
    {
      /** SHA-256 of the link's token. */
      id: k.text().primaryKey(),
      userId: k.ref().notNull(),
      fileId: k.ref().notNull(),
      expiresAt: k.time(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k
        .foreignKey({
          name: 'file_shares_file_fk',
          columns: [t.userId, t.fileId],
          foreignColumns: [files.userId, files.id],
        })
        .onDelete('cascade'),
      k.index('file_shares_file').on(t.userId, t.fileId),
      k.index('file_shares_expires').on(t.expiresAt),
    ],
  )

  /**
   * The intended change of a service's files, written before the first byte moves: after a crash the moves are completed
   * and the rows follow. One at a time for each service.
   */
  const fileIntents = k.table(
    'file_intents',
    {
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      steps: k.json<unknown>().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'file_intents_pkey', columns: [t.userId, t.serviceId] }),
      k.foreignKey({
        name: 'file_intents_service_fk',
        columns: [t.userId, t.serviceId],
        foreignColumns: [userServices.userId, userServices.id],
      }),
    ],
  )

  return { files, fileTotals, fileShares, fileIntents }
}

import { and, asc, eq } from 'drizzle-orm'
import type { ExportPart } from '#features/account/export/part.ts'
import { plainName } from '#shared/names/plain-name.ts'

const asChunk = async function* (text: string) {
  yield Buffer.from(text)
}

/** The current text of each file of each project. */
export const projectSources: ExportPart = {
  tables: () => [],
  async *list({ store: { read, t } }, userId) {
    const { projects: p, projectFiles: f } = t
    const projects = await read.select({ id: p.id, name: p.name }).from(p).where(eq(p.userId, userId))
    for (const { id, name } of projects) {
      // Two projects may have the same name.
      const folder = `${plainName(name)}-${id.slice(-6)}`
      const files = await read
        .select({ id: f.id, name: f.name, size: f.size, updatedAt: f.updatedAt })
        .from(f)
        .where(and(eq(f.userId, userId), eq(f.projectId, id)))
        .orderBy(asc(f.name))
      for (const file of files)
        yield {
          name: `projects/sources/${folder}/${file.name.split('/').map(plainName).join('/')}`,
          mostBytes: file.size + 1_024 * 1_024,
          modifiedAt: file.updatedAt,
          async open() {
            const isIt = and(eq(f.userId, userId), eq(f.id, file.id))
            const [row] = await read.select({ content: f.content }).from(f).where(isIt)
            return row ? asChunk(row.content) : null
          },
        }
    }
  },
}

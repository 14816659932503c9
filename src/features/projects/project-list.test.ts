import { describe, expect, test } from 'bun:test'
import { testOrigin } from '#test/support/app.ts'
import { type File, openProjects } from '#test/support/projects.ts'
import { maxListedBytes } from './contract/contract.ts'

const world = openProjects()
const { call } = world

describe('a list with large contents', () => {
  const mib = 1_048_576
  /** A project with this many files of 1 MiB, inserted directly. */
  async function layProject(userId: string, count: number) {
    const [id, at] = [Bun.randomUUIDv7(), world.app.deps.now()]
    const moments = { createdAt: at, updatedAt: at }
    const content = 'a'.repeat(mib)
    const file = { userId, projectId: id, type: 'md' as const, content, size: mib, ...moments }
    const files = Array.from({ length: count }, (_, i) => ({ ...file, id: Bun.randomUUIDv7(), name: `${i}` }))
    await world.app.store.tx(async (tx) => {
      await tx.insert(tx.t.projects).values({ id, userId, name: 'Large', ...moments })
      for (const row of files) await tx.insert(tx.t.projectFiles).values(row)
    })
    world.app.advance(1_000)
    return id
  }
  const read = (own: string, cursor = '') => call('GET', `/api/projects?cursor=${cursor}`, undefined, own)
  type Listed = { id: string; files: { id: string; content: string | null }[] }[]

  test('is paged by bytes, and never splits a project', async () => {
    const { cookie: own, id: userId } = await world.app.addCustomer()
    const ids = []
    for (let i = 0; i < 5; i += 1) ids.unshift(await layProject(userId, 2))
    const pages: Listed[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const reply = await read(own, cursor)
      expect(reply.text.length).toBeLessThan(maxListedBytes + 100_000)
      pages.push(reply.body as Listed)
      cursor = reply.headers.get('x-next-cursor')
    }
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    expect(pages.length).toBeGreaterThan(2)
    for (const { files } of pages.flat())
      expect(files.map(({ content }) => content?.length)).toEqual([mib, mib])
  })

  test('omits contents beyond the limit of a project that exceeds it alone; each can be read separately', async () => {
    const { cookie: own, id: userId } = await world.app.addCustomer()
    await layProject(userId, 6)
    const [project] = (await read(own)).body as Listed
    const texts = project?.files.map(({ content }) => content?.length ?? null)
    expect(texts).toEqual([mib, mib, mib, null, null, null])
    const last = await call('GET', `/api/projects/files/${project?.files[5]?.id}`, undefined, own)
    expect((last.body as File).content.length).toBe(mib)
  })

  test('is refused in a batch with other calls', async () => {
    const paths = ['projects.list,projects.outline', 'projects.files.get,projects.files.get']
    for (const path of paths) {
      const reply = await call('GET', `/api/trpc/${path}?batch=1&input={}`)
      expect(reply.status).toBe(400)
    }
    expect((await call('GET', '/api/trpc/projects.list')).status).toBe(200)
  })

  test('waits until earlier lists of the same customer have been read', async () => {
    const { cookie: own, id: userId } = await world.app.addCustomer()
    await layProject(userId, 3)
    const ask = () => {
      const request = new Request(`${testOrigin}/api/projects`, { headers: { cookie: own } })
      return world.app.portal.fetch(request, () => '192.0.2.1')
    }
    const unread = [await ask(), await ask()]
    let isAnswered = false
    const third = ask().then(async (response) => {
      isAnswered = true
      return response.text()
    })
    await Bun.sleep(20)
    expect(isAnswered).toBe(false)
    const text = await unread[0]?.text()
    expect(await third).toBe(text ?? '')
    // A caller that disconnects without reading frees its slot too.
    await unread[1]?.body?.cancel()
    expect((await (await ask()).text()).length).toBeGreaterThan(3 * mib)
  })
})

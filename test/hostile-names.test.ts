import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from './support/app.ts'
import { createFileOwner, type FileOwner } from './support/files.ts'

const names = [
  'a:b',
  'C:',
  'c:windows',
  'CON',
  'nul.txt',
  'aux.',
  ' leading',
  'trailing ',
  'trailing.',
  '...',
  '-rf',
  '--help',
  '~',
  '$(id)',
  '`id`',
  '%2e%2e%2f',
  '%00',
  '..%5c',
  'a"b',
  "a'b",
  'a;b=c',
  'a,b',
  'a?b#c',
  '<img src=x onerror=alert(1)>.html',
  '=HYPERLINK("x")',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '\u2029x',
  '👩‍👩‍👧‍👦',
  `e${'\u0301'.repeat(100)}`,
  'नमस्ते.txt',
  'x'.repeat(255),
  '.htaccess',
  'index.html',
]
const refused = ['', '.', '..', 'a/b', 'a\\b', 'a\u0000b', 'a\nb', '\u007f', 'x'.repeat(256), '\ud800']
const unseen = [
  ' ',
  '\u00a0',
  '\u00ad',
  '\u115f',
  '\u200b',
  '\u2028',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\u{e0061}',
  ' \u200b\u3164 ',
]
const turned = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].map((sign) => `a${sign}gpj.exe`)

let app: TestApp
let owner: FileOwner
beforeAll(async () => {
  app = await createTestApp()
  owner = await createFileOwner(app)
})
afterAll(() => app.close())

const get = (path: string) => app.request(path, { cookie: owner.cookie })
const isHeader = (text: string | null) => text !== null && /^[\x20-\x7e]*$/.test(text)

describe('a name that has broken other programs', () => {
  test.each(names.map((name) => [name]))(
    'a file named %j can be stored, renamed, listed, read, shared and archived',
    async (name) => {
      const folder = `place-${names.indexOf(name)}`
      const plain = await owner.upload('plain.txt', 'abc', { path: folder })
      const renamed = await owner.call('PATCH', `/api/files/${plain.id}`, { name })
      expect([renamed.status, renamed.body]).toMatchObject([200, { fileName: name.normalize('NFC') }])
      const listed = await owner.list(`?path=${folder}`)
      expect(listed.map(({ fileName }) => fileName)).toEqual([name.normalize('NFC')])
      const content = await get(`/api/files/${plain.id}/content?disposition=attachment`)
      expect([content.status, content.text]).toEqual([200, 'abc'])
      expect(isHeader(content.headers.get('content-disposition'))).toBe(true)
      const share = await owner.call('POST', `/api/files/${plain.id}/share`, {})
      const shared = await app.request(new URL((share.body as { url: string }).url).pathname)
      expect([shared.status, shared.text]).toEqual([200, 'abc'])
      const archive = await get(`/api/files/archive?ids=${plain.id}`)
      expect([archive.status, isHeader(archive.headers.get('content-disposition'))]).toEqual([200, true])
      const whole = await get(
        `/api/files/archive?ids=${(await owner.list('?path=')).find((f) => f.fileName === folder)?.id}`,
      )
      expect(whole.status).toBe(200)
    },
  )

  test.each(names.map((name) => [name]))(
    'a folder named %j can be created, archived and deleted',
    async (name) => {
      const path = `folders/${name}`
      const reply = await owner.call('POST', '/api/files/folders', { serviceId: owner.serviceId, path })
      expect([reply.status, reply.body]).toMatchObject([201, { filePath: path.normalize('NFC') }])
      const { id } = reply.body as { id: string }
      expect((await get(`/api/files/archive?ids=${id}`)).status).toBe(200)
      expect((await owner.call('DELETE', `/api/files/${id}`)).status).toBe(200)
    },
  )

  test.each(refused.map((name) => [name]))('renaming a file to %j is refused with a reason', async (name) => {
    const { id } = await owner.upload(`before-${refused.indexOf(name)}.txt`, 'abc')
    const reply = await owner.call('PATCH', `/api/files/${id}`, { name })
    expect([reply.status, reply.body]).toMatchObject([
      422,
      { fields: { name: expect.stringMatching(/\.$/) } },
    ])
  })
})

describe('a name that is invisible or displayed in another order than written', () => {
  test.each([...unseen, ...turned].map((name) => [name]))('is refused everywhere: %j', async (name) => {
    const { id } = await owner.upload('seen.txt', 'abc', { path: 'seen', conflict: 'replace' })
    const sentence = { message: expect.stringMatching(/^Use at least one visible .*\.$/) }
    const { serviceId } = owner
    const replies = [
      await owner.call('PATCH', `/api/files/${id}`, { name }),
      await owner.call('PATCH', `/api/files/${id}`, { path: `seen/${name}` }),
      await owner.call('POST', '/api/files/folders', { serviceId, path: `seen/${name}` }),
      await owner.call('POST', '/api/files/folders', { serviceId, path: `seen/${name}/below` }),
      await owner.send('below.txt', 'abc', { path: `seen/${name}` }),
      await owner.send(name, 'abc'),
    ]
    for (const { status, body } of replies) expect([status, body]).toMatchObject([422, sentence])
    const project = await owner.call('POST', '/api/projects', { name: 'Seen' })
    expect((await owner.call('POST', '/api/projects', { name })).status).toBe(422)
    const { id: projectId } = project.body as { id: string }
    const file = { projectId, name, type: 'css', content: 'abc' }
    expect((await owner.call('POST', '/api/projects/files', file)).status).toBe(422)
    await owner.call('DELETE', `/api/projects/${projectId}`)
  })
})

test.each([' ', '\u200b', '\u202egpj.exe'])(
  'a file already stored as %j can be read, overwritten, renamed and deleted',
  async (name) => {
    const file = await owner.upload('a.txt', 'abc', { path: 'before' })
    const { files } = app.store.t
    const root = `${owner.folder}/public`
    await rename(`${root}/before`, `${root}/${name}`)
    await rename(`${root}/${name}/a.txt`, `${root}/${name}/${name}`)
    await app.store.tx(async (tx) => {
      const place = { fileName: name, path: name, filePath: `${name}/${name}`, pathKey: `${name}/${name}` }
      await tx.update(files).set(place).where(eq(files.id, file.id))
      const top = { fileName: name, filePath: name, pathKey: name }
      await tx.update(files).set(top).where(eq(files.filePath, 'before'))
    })
    const listed = await owner.list(`?path=${encodeURIComponent(name)}`)
    expect(listed.map(({ fileName }) => fileName)).toEqual([name])
    expect((await get(`/api/files/${file.id}/content`)).text).toBe('abc')
    expect((await owner.send('b.txt', 'abc', { path: name })).status).toBe(201)
    const renamed = await owner.call('PATCH', `/api/files/${file.id}`, { name: 'seen.txt', path: name })
    expect([renamed.status, renamed.body]).toMatchObject([200, { filePath: `${name}/seen.txt` }])
    expect((await owner.call('DELETE', `/api/files/${file.id}`)).status).toBe(200)
    expect((await owner.call('POST', `/api/files/${file.id}/undelete`)).status).toBe(200)
    const top = (await owner.list('?path=')).find(({ fileName }) => fileName === name)
    expect((await owner.call('PATCH', `/api/files/${top?.id}`, { name: 'before' })).status).toBe(200)
    expect((await owner.call('DELETE', `/api/files/${top?.id}`)).status).toBe(200)
  },
)

describe('a project with a name that has broken other programs', () => {
  test.each(names.map((name) => [name]))('can be filled and archived, or is refused: %j', async (name) => {
    const reply = await owner.call('POST', '/api/projects', { name })
    expect([201, 422]).toContain(reply.status)
    if (reply.status === 422) return
    const { id } = reply.body as { id: string }
    const file = { projectId: id, name, type: 'css', content: 'abc' }
    expect([201, 422]).toContain((await owner.call('POST', '/api/projects/files', file)).status)
    const zip = await get(`/api/projects/${id}/download`)
    expect([zip.status, isHeader(zip.headers.get('content-disposition'))]).toEqual([200, true])
    await owner.call('DELETE', `/api/projects/${id}`)
  })
})

test('hostile names log no fault', () => {
  expect(app.logged).toEqual([])
})

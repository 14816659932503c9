import { afterAll, beforeAll, expect } from 'bun:test'
import { createTestApp, type TestApp } from './app.ts'

export type File = { id: string; name: string; type: string; content: string; size: number; version: number }
export type Project = { id: string; name: string; description: string | null; files: File[] }

/** A portal with a customer for all tests of a file, and the calls that create projects. */
export function openProjects() {
  let app: TestApp
  let cookie: string
  beforeAll(async () => {
    app = await createTestApp()
    cookie = (await app.addCustomer()).cookie
  })
  afterAll(() => app.close())

  const call = (method: string, path: string, json?: unknown, as = cookie) =>
    app.request(path, { method, cookie: as, ...(json === undefined ? {} : { json }) })

  async function makeProject(name = 'Site', as = cookie): Promise<Project> {
    const reply = await call('POST', '/api/projects', { name, description: 'About it' }, as)
    expect(reply.status).toBe(201)
    return reply.body as Project
  }

  async function makeFile(projectId: string, fields: Partial<File> = {}): Promise<File> {
    const json = { projectId, name: 'index.html', type: 'html', content: '<h1>Hello</h1>', ...fields }
    const reply = await call('POST', '/api/projects/files', json)
    expect(reply.status).toBe(201)
    return reply.body as File
  }

  return {
    get app() {
      return app
    },
    call,
    makeProject,
    makeFile,
  }
}

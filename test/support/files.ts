import { hour } from '#shared/time.ts'
import { activateService, type TestApp } from './app.ts'

export type Entry = {
  id: string
  fileName: string
  path: string
  filePath: string
  fileSize: number
  isFolder: boolean
  fileType: string
}

type Part = { name: string; bytes: string | Uint8Array<ArrayBuffer> }

/** A multipart body of fields and files, in the order of the arguments. */
export function multipart(fields: Record<string, string>, parts: Part[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of parts) form.append('file', new File([bytes], name))
  return form
}

/** A customer with an active service, and the calls of the file manager on their behalf. */
export async function createFileOwner(app: TestApp) {
  // Orders are rate-limited by address, which all of them share.
  app.advance(hour)
  const person = await app.addCustomer()
  const { serviceId } = await activateService(app, person.cookie)
  const { cookie } = person
  const send = (name: string, bytes: Part['bytes'], fields: Record<string, string> = {}) =>
    app.request('/api/files', { cookie, body: multipart({ serviceId, ...fields }, [{ name, bytes }]) })
  return {
    ...person,
    serviceId,
    folder: `${app.dataDir}/services/${serviceId}`,
    send,
    async upload(name: string, bytes: Part['bytes'], fields: Record<string, string> = {}): Promise<Entry> {
      const reply = await send(name, bytes, fields)
      if (reply.status !== 201) throw new Error(`the upload answered ${reply.status}: ${reply.text}`)
      const [entry] = reply.body as Entry[]
      if (!entry) throw new Error('the upload returned no row')
      return entry
    },
    call: (method: string, path: string, json?: unknown) => app.request(path, { cookie, method, json }),
    list: async (query = '') => (await app.request(`/api/files${query}`, { cookie })).body as Entry[],
  }
}

export type FileOwner = Awaited<ReturnType<typeof createFileOwner>>

import type { Reply, TestApp } from './app.ts'

/** The URL of an upload that the portal offers to a customer. */
export async function offeredAddress(app: TestApp, cookie: string): Promise<string> {
  const reply = await app.request('/api/objects/upload', { method: 'POST', cookie })
  if (reply.status !== 201) throw new Error(`the offer answered ${reply.status}: ${reply.text}`)
  return (reply.body as { uploadURL: string }).uploadURL
}

/** The portal's answer to bytes sent to an upload URL. */
export const sendImage = (
  app: TestApp,
  address: string,
  image: Uint8Array,
  type = 'image/png',
): Promise<Reply> =>
  app.request(address, {
    method: 'PUT',
    body: new Uint8Array(image),
    headers: { 'content-type': type },
  })

/** A customer's photo that no profile shows yet, by the URL that profiles store. */
export async function uploadPhoto(app: TestApp, cookie: string, image: Uint8Array): Promise<string> {
  const address = await offeredAddress(app, cookie)
  const reply = await sendImage(app, address, image)
  if (reply.status !== 200) throw new Error(`the upload answered ${reply.status}: ${reply.text}`)
  return address.split('?')[0] ?? ''
}

import type { CreatedTrial, Trial } from '#features/trials/contract/contract.ts'
import { cookieOf, type Reply, type TestApp } from './app.ts'
import { type Packed, packZip } from './zips.ts'

export const trialPages: Packed[] = [
  { path: 'index.html', content: '<!doctype html><link rel="stylesheet" href="css/site.css"><h1>Shop</h1>' },
  { path: 'css/site.css', content: 'h1{color:rgb(1,2,3)}' },
]

let counter = 0

/** An address without earlier requests. */
export function newAddress(): string {
  counter += 1
  return `203.0.${Math.floor(counter / 250)}.${counter % 250}`
}

const formOf = (parts: readonly Packed[]): FormData => {
  const form = new FormData()
  for (const { path, content } of parts) form.append('file', new File([content], path), path)
  return form
}

/** A temporary site of a running portal, and the cookie of the browser that created it. */
export async function putTrialOnline(url: string) {
  const answer = await fetch(`${url}/api/trials`, { method: 'POST', body: formOf(trialPages) })
  if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}`)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...((await answer.json()) as CreatedTrial), cookie }
}

type From = { address?: string; cookie?: string }

/** Sends files with their paths, like a dropped folder. */
export function sendTrial(
  app: TestApp,
  parts: readonly Packed[],
  { address = newAddress(), cookie }: From = {},
) {
  return app.request('/api/trials', { body: formOf(parts), address, cookie })
}

export async function sendTrialZip(app: TestApp, parts: Packed[]): Promise<Reply> {
  const form = new FormData()
  form.append('file', new File([await packZip(parts)], 'site.zip'))
  return app.request('/api/trials', { body: form, address: newAddress() })
}

/** A temporary site, and the cookie of the browser that created it. */
export async function makeTrial(app: TestApp, parts: readonly Packed[] = trialPages) {
  const reply = await sendTrial(app, parts)
  if (reply.status !== 201) throw new Error(`the upload answered ${reply.status}: ${reply.text}`)
  return { ...(reply.body as CreatedTrial), cookie: cookieOf(reply) }
}

export const currentTrial = async (app: TestApp, cookie: string): Promise<Trial | null> =>
  ((await app.request('/api/trials/current', { cookie })).body as { trial: Trial | null }).trial

export const claimTrial = (app: TestApp, name: string, cookie: string): Promise<Reply> =>
  app.request(`/api/trials/${name}/keep`, { method: 'POST', cookie })

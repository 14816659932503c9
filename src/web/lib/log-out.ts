import { callRest } from './rest.ts'

/** Ends the session and goes to `/`, also when the call fails (part 1 section 4). */
export async function logOut(): Promise<void> {
  await callRest('POST', '/api/logout').catch(() => undefined)
  window.location.assign('/')
}

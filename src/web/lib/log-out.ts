import { forgetRecent } from './recent.ts'
import { callRest } from './rest.ts'

/** Ends the session and goes to `/`, also when the call fails (part 1 section 4); the next person here learns nothing of this one. */
export async function logOut(): Promise<void> {
  forgetRecent()
  await callRest('POST', '/api/logout').catch(() => undefined)
  window.location.assign('/')
}
